import { plural } from '../../lib/i18n/plural.ts'

/** The words of the drawing and the outline. */
export const words = {
  board: 'Query canvas',
  outline: 'Outline',
  outlineEmpty: 'Classes, threads and steps will be listed here.',
  actions: (name: string) => `Actions for ${name}`,
  open: 'Open in the inspector',
  copy: 'Copy',
  commands: {
    connect: { text: 'Connect…', note: 'C' },
    primary: { text: 'Take rows from it', note: 'P' },
    duplicate: { text: 'Duplicate', note: 'Ctrl D' },
    delete: { text: 'Remove', note: 'Delete' },
  },
  undo: 'Undo',
  redo: 'Redo',
  tidy: 'Tidy',
  addClass: 'Add class',
  nothingToUndo: 'There is nothing to undo.',
  nothingToRedo: 'There is nothing to redo.',
  nothingToTidy: 'There is nothing on the canvas yet.',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  fit: 'Fit',
  fitLong: 'Fit the canvas into view',
  tools: 'Canvas tools',
  map: 'Map of the canvas',
  connect: (title: string) => `Connect ${title}`,
  rows: 'rows',
  rowsHint: 'Each of its objects gives a row',
  rowCount: (count: number) => plural(count, { one: '# row', other: '# rows' }),
  emptyTitle: 'Nothing on the canvas yet',
  emptyText:
    'Add the class of the objects you want to see, such as fvBD. Or paste a class name, a DN, or the JSON of a query.',
  emptyReadOnly: 'This query has no classes.',
  problems: (count: number) => plural(count, { one: '# problem', other: '# problems' }),
  copied: (count: number) => plural(count, { one: 'Copied # node.', other: 'Copied # nodes.' }),
  nothingToCopy: 'Select a node to copy it.',
  leftOut: (count: number) =>
    plural(count, {
      one: '# pasted step was left out, because the canvas has steps of its own.',
      other: '# pasted steps were left out, because the canvas has steps of its own.',
    }),
  copyFailed: 'Nothing was copied: this browser does not let pages copy.',
  threadHelp: 'Enter opens it in the inspector, Delete removes it.',
  nodeHelp: 'Arrows move it, Enter opens it in the inspector, C connects it, P takes rows from it, Delete removes it.',
} as const
