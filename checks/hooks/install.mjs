// Runs at the end of `npm ci`, under any version of Node: git looks for hooks in this folder. Where there is no
// repository, as in a container, there is nothing to install. Hooks of one's own are left alone.
import { spawnSync } from 'node:child_process'

const git = (...words) => spawnSync('git', words, { encoding: 'utf8' })
const { status, stdout } = git('config', 'core.hooksPath')
if (status === 1 && stdout === '' && git('rev-parse', '--git-dir').status === 0) {
  git('config', 'core.hooksPath', 'checks/hooks')
}
