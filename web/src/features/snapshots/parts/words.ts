/** The words that all pages of history use. */
export const words = {
  deletedConnection: 'deleted connection',
  noteTitle: 'Note on a capture',
  noteLabel: 'Note',
  noteText: 'Everybody who sees the capture sees the note.',
  save: 'Save',
  cancel: 'Cancel',
  saved: 'The note was saved.',
  first: 'first',
  noChange: 'no change',
  added: 'added',
  removed: 'removed',
  changed: 'changed',
  forever: 'for good',
  pinned: 'pinned',
} as const
