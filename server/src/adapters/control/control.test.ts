import { mkdirSync, readdirSync } from 'node:fs'
import { expect, it, onTestFinished } from 'vitest'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { askProcess } from './ask-process.ts'
import { controlFolder } from './control-folder.ts'
import { serveControl } from './serve-control.ts'

function serve(dataDir: string, actions: Record<string, () => Promise<void>>): void {
  const control = serveControl({ dataDir, actions, onError: (error) => expect.unreachable(String(error)) })
  onTestFinished(control.close)
}

it('the process does what it is asked for, one after the other, and leaves no files', async () => {
  const dataDir = temporaryFolder()
  const done: string[] = []
  serve(dataDir, { first: async () => void done.push('first'), second: async () => void done.push('second') })

  await Promise.all([askProcess(dataDir, 'first'), askProcess(dataDir, 'second')])

  expect(done.toSorted()).toEqual(['first', 'second'])
  expect(readdirSync(controlFolder(dataDir))).toEqual([])
})

it('the command hears why it failed, and of a request that the process does not know', async () => {
  const dataDir = temporaryFolder()
  serve(dataDir, { copy: () => Promise.reject(new Error('the disk is full')) })

  await expect(askProcess(dataDir, 'copy')).rejects.toThrow('the disk is full')
  await expect(askProcess(dataDir, 'dance')).rejects.toThrow('different versions')
})

it('a process that does not answer is given up', async () => {
  const dataDir = temporaryFolder()
  mkdirSync(controlFolder(dataDir))

  await expect(askProcess(dataDir, 'copy', { silenceMs: 100 })).rejects.toThrow('does not answer')
  expect(readdirSync(controlFolder(dataDir))).toEqual([])
})
