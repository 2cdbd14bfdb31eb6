import { matchesGlob } from 'node:path'

/** Says which files of the repository a build sees: what `.dockerignore` does not exclude. Its last match decides. */
export function readBuildContext(dockerignore: string): (path: string) => boolean {
  const rules = dockerignore
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => ({ includes: line.startsWith('!'), pattern: line.replace(/^!/, '') }))
  return (path) => {
    // A rule for a folder is one for all that it holds.
    const parts = path.split('/')
    const above = parts.map((_, index) => parts.slice(0, index + 1).join('/'))
    return rules.findLast(({ pattern }) => above.some((each) => matches(each, pattern)))?.includes ?? true
  }
}

/** Unlike a shell's, an asterisk of `.dockerignore` matches names that begin with a dot. */
const matches = (path: string, pattern: string): boolean => pattern === '*' || matchesGlob(path, pattern)
