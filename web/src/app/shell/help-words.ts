/** A key, or several, and what they do. */
export type KeyHelp = readonly (readonly [keys: string, what: string])[]

const everywhere: KeyHelp = [
  ['Ctrl K', 'Find a page, a query, a class or an action'],
  ['/', 'Search on this page'],
  ['?', 'This list'],
  ['Esc', 'Close what is on top'],
]
const lists: KeyHelp = [
  ['J K', 'Next and previous row'],
  ['Enter', 'Open it'],
  ['X', 'Select it'],
  ['[ ]', 'Previous and next change'],
]
const canvas: KeyHelp = [
  ['Ctrl Enter', 'Run'],
  ['Ctrl S', 'Save'],
  ['Ctrl B, Ctrl I', 'Close or open the classes, the inspector'],
  ['M', 'Rows over the whole height, and back'],
  ['N', 'Add a class'],
  ['C', 'Connect the node'],
  ['Tab', 'Next node or thread'],
  ['Arrows', 'Move the node'],
  ['Enter', 'Open it in the inspector'],
  ['P', 'Make it the rows of the query'],
  ['Delete', 'Remove it'],
  ['L', 'Tidy'],
  ['F8', 'Next problem'],
  ['+ − 0', 'Zoom in, out, fit'],
  ['Ctrl Z', 'Undo; with Shift, redo'],
  ['Ctrl A C X V D', 'Select all, copy, cut, paste, duplicate'],
]
const rows: KeyHelp = [
  ['Arrows', 'Move; with Shift, select'],
  ['Home End', 'First and last column; with Ctrl, row'],
  ['Enter', 'On a head: sort'],
  ['Ctrl C', 'Copy for a spreadsheet'],
  ['Shift F10', 'Menu of the cell'],
]

/** The words of the help sheet. */
export const words = {
  title: 'Keys',
  off: 'Single-letter keys are turned off in your account, so G, /, ?, J, K and the like do nothing.',
  everywhere: 'Everywhere',
  areas: 'Areas',
  lists: 'Lists',
  canvas: 'Canvas',
  rows: 'Rows',
  keys: { everywhere, lists, canvas, rows },
} as const
