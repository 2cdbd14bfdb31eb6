import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { makeRelease } from './make-release.ts'

/** `npm run release -- --out <folder>` makes all that leaves this repository. */
const { values } = parseArgs({ options: { out: { type: 'string' } } })
if (values.out === undefined) {
  process.stderr.write('Where to? npm run release -- --out <folder>\n')
  process.exit(2)
}
const files = await makeRelease(resolve(values.out), (line) => process.stderr.write(`${line}\n`))
process.stdout.write(`${files.join('\n')}\n`)
