/** The modes, in the order of the tabs. A mode has a name, a label, and fills the panel when it is entered. */
import { setting } from "./setting.js";

/** @type {((studio: any) => {name: string, label: string, enter: (panel: HTMLElement) => void, leave?: () => void, picture?: (svg: string, upTo: number) => any})[]} */
export const MODES = [setting];
