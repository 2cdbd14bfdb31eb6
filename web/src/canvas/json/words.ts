/** The words of the canvas as JSON. */
export const words = {
  text: 'Canvas as JSON',
  copy: 'Copy',
  copied: 'The canvas is copied as JSON.',
  download: 'Download',
  file: 'canvas.json',
  replace: 'Replace…',
  pasted: 'JSON',
  hint: 'A canvas with nodes, edges and post_processors, or a saved query. It replaces what is drawn; Undo brings that back.',
  apply: 'Apply',
  cancel: 'Cancel',
  applied: 'The canvas is replaced.',
} as const
