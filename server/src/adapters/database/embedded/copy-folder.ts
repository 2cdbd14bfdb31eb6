import { constants, cpSync, rmSync } from 'node:fs'

/**
 * Copies the folder of a database that nobody writes to at the moment; returns why that failed. The copy is what a
 * power cut would leave: everything that was committed, and the rest is undone when it is opened. Where the file system
 * can, both share their blocks.
 */
export function copyFolder(folder: string, to: string): string | undefined {
  try {
    rmSync(to, { recursive: true, force: true })
    cpSync(folder, to, { recursive: true, mode: constants.COPYFILE_FICLONE })
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
