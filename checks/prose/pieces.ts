/** A comment or a text of a file, and the offset where it begins. */
export type Piece = { readonly kind: 'comment' | 'text'; readonly text: string; readonly start: number }

/** A file's path from the root, its content, and what of it people read. */
export type ReadFile = { readonly path: string; readonly source: string; readonly pieces: readonly Piece[] }

export type Fault = { readonly path: string; readonly line: number; readonly column: number; readonly message: string }

/** A fault at this offset of the file. */
export function faultAt({ path, source }: ReadFile, offset: number, message: string): Fault {
  const before = source.slice(0, offset).split('\n')
  return { path, line: before.length, column: before.at(-1)!.length + 1, message }
}
