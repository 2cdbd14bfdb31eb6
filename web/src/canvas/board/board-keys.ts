export type Command =
  | 'undo'
  | 'redo'
  | 'select-all'
  | 'duplicate'
  | 'delete'
  | 'primary'
  | 'connect'
  | 'add'
  | 'tidy'
  | 'zoom-in'
  | 'zoom-out'
  | 'fit'
  | 'inspect'
  | 'toggle'
  | 'deselect'
  | { readonly x: number; readonly y: number }

type Keys = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>

const PLAIN: Readonly<Record<string, Command>> = {
  Delete: 'delete',
  Backspace: 'delete',
  Enter: 'inspect',
  ' ': 'toggle',
  Escape: 'deselect',
  p: 'primary',
  c: 'connect',
  n: 'add',
  l: 'tidy',
  '+': 'zoom-in',
  '=': 'zoom-in',
  '-': 'zoom-out',
  '0': 'fit',
}
const WITH_CONTROL: Readonly<Record<string, Command>> = { z: 'undo', y: 'redo', a: 'select-all', d: 'duplicate' }
const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}
const STEP = 8
const LONG_STEP = 40

/** What a key does on the canvas. Copying and pasting are events of their own. */
export function commandFor({ key, ctrlKey, metaKey, shiftKey, altKey }: Keys): Command | undefined {
  if (altKey) return undefined
  const name = key.length === 1 ? key.toLowerCase() : key
  if (ctrlKey || metaKey) return shiftKey ? (name === 'z' ? 'redo' : undefined) : WITH_CONTROL[name]
  const arrow = ARROWS[name]
  if (!arrow) return PLAIN[name]
  const step = shiftKey ? LONG_STEP : STEP
  return { x: arrow[0] * step, y: arrow[1] * step }
}
