import { codeLinesOf, git } from './code-lines.ts'
import { commitFaults } from './commit-faults.ts'

// `npm run check:commits -- main`: the same check for every commit since another branch or commit. A repository
// without a remote, such as one that branches are worked on side by side in, has only its own main.
const hasRemote = git(['for-each-ref', 'refs/remotes/origin/main']) !== ''
const since = process.argv[2] ?? (hasRemote ? 'origin/main' : 'main')
const commits = git(['rev-list', '--reverse', '--no-merges', `${since}..HEAD`])
  .split('\n')
  .filter((hash) => hash !== '')
let faulty = 0
for (const hash of commits) {
  const message = git(['log', '-1', '--format=%B', hash])
  const faults = commitFaults({ message, codeLines: codeLinesOf([`${hash}^`, hash]) })
  if (faults.length === 0) continue
  faulty += 1
  console.error(`${hash.slice(0, 8)} ${message.split('\n')[0]}\n${faults.map((fault) => `  ${fault}.`).join('\n')}`)
}
console.log(`${commits.length} commits since ${since}, ${faulty} with faults.`)
process.exitCode = faulty > 0 ? 1 : 0
