/** A commit as its checks see it: the message, and how many lines of code it adds or removes where it moves nothing. */
export type CommitToCheck = { readonly message: string; readonly codeLines: number }

const TYPES = ['bench', 'build', 'chore', 'ci', 'docs', 'feat', 'fix', 'perf', 'refactor', 'revert', 'style', 'test']
const SUBJECT = new RegExp(String.raw`^(?:${TYPES.join('|')})(?:\([a-z0-9-]+\))?: \S`)
const MAX_SUBJECT = 90
const MAX_CODE_LINES = 600

/** Lets a commit be larger; what follows is the reason. */
const LARGE = /^Large because (?=\S)/m

/** What a reader of the history would miss, as sentences. Merges and reverts are written by git, so they pass. */
export function commitFaults({ message, codeLines }: CommitToCheck): string[] {
  const [subject = '', ...rest] = withoutComments(message).trim().split('\n')
  if (/^(?:Merge|Revert|fixup!|squash!) ?/.test(subject)) return []

  const body = rest.join('\n').trim()
  const faults: string[] = []
  if (!SUBJECT.test(subject)) {
    faults.push(`"${subject}": expected type(area): effect, with one of the types ${TYPES.join(', ')}`)
  }
  if (subject.length > MAX_SUBJECT) {
    faults.push(`The subject has ${subject.length} characters: expected at most ${MAX_SUBJECT}, about 60 if possible`)
  }
  if (rest.length > 0 && rest[0]!.trim() !== '') faults.push('Line 2: expected an empty line')
  if (!/[.!?)](?:\s|$)/.test(body)) faults.push('The body lacks a sentence that gives the reason')
  if (codeLines > MAX_CODE_LINES && !LARGE.test(body)) {
    faults.push(
      `${codeLines} lines of code: expected at most ${MAX_CODE_LINES} besides moves. Split it, or begin a paragraph ` +
        'of the body with "Large because" and the reason',
    )
  }
  return faults
}

/** What git shows in the editor and drops: comments, and everything below the scissors. */
const withoutComments = (message: string): string =>
  message
    .replace(/^# -+ >8 -+[^]*/m, '')
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .join('\n')
