/** The modes, in the order of the tabs. A mode has a name, a label, and fills the panel when it is entered. */
import { comparing } from "./comparing.js";
import { explaining } from "./explaining.js";
import { inventing } from "./inventing.js";
import { making } from "./making.js";
import { playing } from "./playing.js";
import { setting } from "./setting.js";
import { sharing } from "./sharing.js";

/** @type {((studio: any) => {name: string, label: string, enter: (panel: HTMLElement) => void, leave?: () => void, opened?: () => void, picture?: (svg: string, upTo: number) => any})[]} */
export const MODES = [setting, playing, explaining, inventing, making, comparing, sharing];
