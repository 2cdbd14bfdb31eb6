import { type ParseResult, parseSync, Visitor } from 'rolldown/utils'
import type { Piece, ReadFile } from './pieces.ts'

export type CodeFile = ReadFile & { readonly program: ParseResult['program'] }

/** The comments and texts of a TypeScript file. */
export function readCode(path: string, source: string): CodeFile {
  const { program, comments, errors } = parseSync(path, source)
  if (errors.length > 0) throw new Error(`${path}: ${errors.map(({ message }) => message).join('\n')}`)
  const pieces: Piece[] = comments.map(({ start, end }) => ({
    kind: 'comment',
    text: source.slice(start, end),
    start,
  }))
  const add = ({ start, end }: { readonly start: number; readonly end: number }): void => {
    pieces.push({ kind: 'text', text: source.slice(start, end), start })
  }
  new Visitor({
    Literal: (node) => {
      if (typeof node.value === 'string') add(node)
    },
    TemplateElement: add,
    JSXText: add,
  }).visit(program)
  return { path, source, pieces, program }
}
