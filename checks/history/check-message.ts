import { readFile } from 'node:fs/promises'
import { codeLinesOf } from './code-lines.ts'
import { commitFaults } from './commit-faults.ts'

// The hook `commit-msg`: git passes the file that holds the message.
const faults = commitFaults({ message: await readFile(process.argv[2]!, 'utf8'), codeLines: codeLinesOf(['--cached']) })
for (const fault of faults) console.error(`commit: ${fault}.`)
process.exitCode = faults.length > 0 ? 1 : 0
