import { statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { DataFolderInUse, lockDataFolder } from './data-folder-lock.ts'
import { type ChildProgram, startProgram } from './testing/child-program.ts'

function startHolder(folder: string): ChildProgram {
  const holder = startProgram('./hold-lock.ts', folder)
  onTestFinished(async () => {
    await holder.kill()
  })
  return holder
}

describe('the lock of the data folder', () => {
  it.skipIf(process.platform === 'win32')('creates a missing folder that only its owner may enter', () => {
    const folder = join(temporaryFolder(), 'a', 'data')

    lockDataFolder(folder).release()

    expect(statSync(folder).mode & 0o777).toBe(0o700)
  })

  it('refuses a second process and names the folder and the holder', async () => {
    const folder = temporaryFolder()
    const holder = startHolder(folder)
    await holder.nextLine()

    const second = () => lockDataFolder(folder)

    expect(second).toThrow(DataFolderInUse)
    expect(second).toThrow(folder)
    expect(second).toThrow(`pid ${holder.pid} on `)
  })

  it('refuses a process that already holds it', () => {
    const folder = temporaryFolder()
    const lock = lockDataFolder(folder)
    onTestFinished(lock.release)

    expect(() => lockDataFolder(folder)).toThrow(DataFolderInUse)
  })

  it('is free again after its holder is killed', async () => {
    const folder = temporaryFolder()
    const holder = startHolder(folder)
    await holder.nextLine()

    await holder.kill()

    lockDataFolder(folder).release()
  })

  it('is free again once released', () => {
    const folder = temporaryFolder()

    lockDataFolder(folder).release()

    lockDataFolder(folder).release()
  })

  it('is granted to exactly one of several processes that start together', async () => {
    const folder = join(temporaryFolder(), 'data')
    const starters = Array.from({ length: 4 }, () => startHolder(folder))

    const answers = await Promise.all(starters.map((starter) => starter.nextLine()))

    expect(answers.toSorted()).toEqual(['DataFolderInUse', 'DataFolderInUse', 'DataFolderInUse', 'locked'])
  })
})
