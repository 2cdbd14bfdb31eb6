import { writeFile } from 'node:fs/promises'
import { format, resolveConfig } from 'prettier'
import { EXAMPLES_FILE, type Examples, readExamples } from '../../platform/http/examples.ts'
import { NEEDS_DIRECTORY, NEEDS_GIT, walkExamples } from './walk-examples.ts'

/** `npm run examples`. What this machine cannot send, for want of a directory server or of Git, stays as it is. */
const { [NEEDS_DIRECTORY]: directoryLogin, [NEEDS_GIT]: branch } = readExamples()
const kept = { ...(directoryLogin && { [NEEDS_DIRECTORY]: directoryLogin }), ...(branch && { [NEEDS_GIT]: branch }) }
const examples = { ...kept, ...(await walkExamples()) }
const style = { ...(await resolveConfig(EXAMPLES_FILE)), parser: 'json' }
await writeFile(EXAMPLES_FILE, await format(JSON.stringify(byPath(examples)), style))

/** In the order of the paths, so that a diff shows little. */
function byPath(all: Examples): Examples {
  const keyOf = (operation: string) => operation.split(' ').toReversed().join(' ')
  return Object.fromEntries(Object.entries(all).toSorted(([a], [b]) => (keyOf(a) < keyOf(b) ? -1 : 1)))
}
