import { readdirSync, rmSync } from 'node:fs'
import { readFile, rename, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Check } from 'typebox/value'
import { ANSWER_SUFFIX, type ControlAnswer, controlFolder, ControlRequest, REQUEST, WORKING } from './control-folder.ts'

type Options = {
  readonly dataDir: string
  readonly actions: Readonly<Record<string, () => Promise<void>>>
  readonly onError: (error: unknown) => void
}

const LOOK_MS = 500
const TOUCH_MS = 1_000

/** Answers the requests of commands until it is closed. */
export function serveControl({ dataDir, actions, onError }: Options): { readonly close: () => Promise<void> } {
  const folder = controlFolder(dataDir)
  // Requests to the process before this one were given up.
  rmSync(folder, { recursive: true, force: true })
  let working: Promise<void> | undefined
  const look = (): void => {
    const request = findRequest(folder)
    if (request === undefined || working) return
    working = answer(join(folder, request), actions)
      .catch(onError)
      .finally(() => {
        working = undefined
      })
  }
  const timer = setInterval(look, LOOK_MS).unref()
  return {
    close: async () => {
      clearInterval(timer)
      await working
    },
  }
}

function findRequest(folder: string): string | undefined {
  try {
    return readdirSync(folder).find((name) => name.endsWith(REQUEST))
  } catch {
    // Nobody has asked yet.
    return undefined
  }
}

async function answer(path: string, actions: Options['actions']): Promise<void> {
  const base = path.slice(0, -REQUEST.length)
  await rename(path, base + WORKING)
  const touching = setInterval(
    () => void utimes(base + WORKING, new Date(), new Date()).catch(() => undefined),
    TOUCH_MS,
  )
  try {
    const failure = await perform(await readFile(base + WORKING, 'utf8'), actions)
    await writeFile(`${base}.draft`, JSON.stringify({ failure } satisfies ControlAnswer), { mode: 0o600 })
    await rename(`${base}.draft`, base + ANSWER_SUFFIX)
  } finally {
    clearInterval(touching)
    await rm(base + WORKING, { force: true })
  }
}

async function perform(text: string, actions: Options['actions']): Promise<string | null> {
  try {
    const request: unknown = JSON.parse(text)
    const action = Check(ControlRequest, request) ? actions[request.action] : undefined
    if (!action) return 'it does not know this request: the command and the running program have different versions'
    await action()
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
