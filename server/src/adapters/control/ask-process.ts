import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Check } from 'typebox/value'
import { ANSWER_SUFFIX, ControlAnswer, controlFolder, REQUEST, WORKING } from './control-folder.ts'

const LOOK_MS = 50
// The process looks twice a second, and touches the request every second while it works on it.
const SILENCE_MS = 15_000

/** Asks the process that has the data folder to do something; throws when it fails, or does not answer. */
export async function askProcess(dataDir: string, action: string, { silenceMs = SILENCE_MS } = {}): Promise<void> {
  const folder = controlFolder(dataDir)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const base = join(folder, randomUUID())
  await writeFile(`${base}.draft`, JSON.stringify({ action }), { mode: 0o600 })
  await rename(`${base}.draft`, base + REQUEST)
  try {
    const { failure } = await awaitAnswer(base, dataDir, silenceMs)
    if (failure !== null) throw new Error(failure)
  } finally {
    for (const end of [REQUEST, ANSWER_SUFFIX]) await rm(base + end, { force: true })
  }
}

async function awaitAnswer(base: string, dataDir: string, silenceMs: number): Promise<ControlAnswer> {
  const asked = Date.now()
  for (;;) {
    const text = await readFile(base + ANSWER_SUFFIX, 'utf8').catch(() => undefined)
    if (text !== undefined) return parseAnswer(text)
    const lastSign = (await modifiedAt(base + WORKING)) ?? asked
    if (Date.now() - lastSign > silenceMs)
      throw new Error(`the process that uses DATA_DIR ${dataDir} does not answer: stop it and run the command again`)
    await delay(LOOK_MS)
  }
}

function parseAnswer(text: string): ControlAnswer {
  const answer: unknown = JSON.parse(text)
  if (!Check(ControlAnswer, answer)) throw new Error('the running program has another version than this command')
  return answer
}

const modifiedAt = (path: string): Promise<number | undefined> =>
  stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => undefined,
  )
