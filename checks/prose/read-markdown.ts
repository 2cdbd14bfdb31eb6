import type { ReadFile } from './pieces.ts'

// Code is quoted as it is, and so are addresses: they are read as blanks of the same length, so that places stay.
const NOT_PROSE = [/^(```|~~~)[^]*?^\1/gm, /`[^`\n]*`/g, /\]\([^)\n]*\)/g, /<https?:[^>\n]*>/g, /https?:\S+/g]

/** The prose of a Markdown file. */
export function readMarkdown(path: string, source: string): ReadFile {
  const prose = NOT_PROSE.reduce(
    (text, pattern) => text.replace(pattern, (quoted) => quoted.replace(/[^\n]/g, ' ')),
    source,
  )
  return { path, source, pieces: [{ kind: 'text', text: prose, start: 0 }] }
}
