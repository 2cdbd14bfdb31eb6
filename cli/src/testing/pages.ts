import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

/** A fenced block of a page. */
export type Block = {
  readonly page: string
  /** Of its first line. */
  readonly line: number
  readonly language: string
  /** Beside the language: where to write it. */
  readonly file: string | undefined
  readonly text: string
}

/** Every page that shows something to type, by its path in the repository. */
export const PAGES = globSync(['*.md', '{cli,client,deploy}/README.md', 'docs/*.md', 'docs/how-to/*.md'], { cwd: ROOT })
  .filter((page) => page !== 'CHANGELOG.md')
  .toSorted()

export function readBlocks(page: string): readonly Block[] {
  const text = readFileSync(`${ROOT}${page}`, 'utf8')
  return [...text.matchAll(/^( *)```(\w*)(?: (\S+))?\n([^]*?)^ *```$/gm)].map(
    ({ index, 1: indent = '', 2: language = '', 3: file, 4: body = '' }) => ({
      page,
      line: text.slice(0, index).split('\n').length + 1,
      language,
      file,
      text: body.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
    }),
  )
}

/** The lines of a block that a shell is given: without a prompt, and not what commands print. */
export function commandsOf({ text }: Pick<Block, 'text'>): readonly string[] {
  const lines = text.replaceAll('\\\n', ' ').trim().split('\n')
  const typed = lines.some((line) => line.startsWith('$ '))
    ? lines.filter((line) => line.startsWith('$ ')).map((line) => line.slice(2))
    : lines
  return typed.map((line) => line.replace(/(^|\s)#( .*)?$/, '').trim()).filter((line) => line !== '')
}

/** Words of a line as a shell reads them: between blanks, or between quotation marks. */
export const wordsOf = (line: string): string[] =>
  [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(([, double, single, word]) => double ?? single ?? word!)

export type Typed = {
  readonly program: string
  readonly words: readonly string[]
  /** Where its output goes. */
  readonly file: string | undefined
  /** Its exit code. */
  readonly wanted: number
}

/** A line of a page; `heddle` for both ways to start the command line. */
export function readLine(line: string): Typed {
  const [, command = '', file, wanted = '0'] = /^(.*?)(?: > (\S+))?(?: \|\| test \$\? -eq (\d))?$/.exec(line)!
  const [program = '', ...words] = wordsOf(command.replace(/^node heddle\.mjs /, 'heddle '))
  return { program, words, file, wanted: Number(wanted) }
}
