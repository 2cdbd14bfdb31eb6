import { spawnSync } from 'node:child_process'

const CODE = /\.(?:[cm]?[jt]sx?|css|sql|sh)$/

/**
 * How many lines of code a diff adds and removes. Files that only move, and files that a command of ours writes
 * (`linguist-generated` or `linguist-vendored` in .gitattributes), count nothing.
 *
 * @param range What `git diff` compares, such as `['--cached']` or `['HEAD~1', 'HEAD']`.
 */
export function codeLinesOf(range: readonly string[]): number {
  const changes = git(['diff', '--numstat', '-z', '--find-renames=40%', '--find-copies', ...range]).split('\0')
  const lines = new Map<string, number>()
  for (let at = 0; at < changes.length; at++) {
    const [added, removed, path] = changes[at]!.split('\t')
    if (path === undefined) continue
    // A renamed file has an empty path, followed by its former and its present one.
    const file = path === '' ? changes[(at += 2)]! : path
    // Binary files have dashes instead of numbers.
    if (CODE.test(file)) lines.set(file, (Number(added) || 0) + (Number(removed) || 0))
  }
  const written = writtenByCommands([...lines.keys()])
  return [...lines].reduce((sum, [file, count]) => (written.has(file) ? sum : sum + count), 0)
}

function writtenByCommands(files: readonly string[]): Set<string> {
  if (files.length === 0) return new Set()
  const marks = git(['check-attr', '-z', '--stdin', 'linguist-generated', 'linguist-vendored'], files.join('\0'))
  const words = marks.split('\0')
  const written = new Set<string>()
  for (let at = 0; at + 2 < words.length; at += 3) if (words[at + 2] === 'set') written.add(words[at]!)
  return written
}

/** What git prints; throws with its message if it fails. */
export function git(words: readonly string[], input = ''): string {
  const { status, stdout, stderr, error } = spawnSync('git', words, { input, encoding: 'utf8', maxBuffer: 2 ** 28 })
  if (status !== 0) throw new Error(`git ${words[0]}: ${error?.message ?? stderr}`)
  return stdout
}
