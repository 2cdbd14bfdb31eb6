import { isAbsolute, relative } from 'node:path'

type Fault = { readonly isIt: (error: Fields) => boolean; readonly says: string }
type Fields = { readonly code: string; readonly message: string; readonly syscall: string }

const RESTORE = 'Restore the folder from a backup.'

const FAULTS: readonly Fault[] = [
  {
    isIt: ({ code, message }) =>
      code === 'ENOSPC' || code === 'EDQUOT' || code === '53100' || message === 'database or disk is full',
    says: 'The disk is full: free some space and start again.',
  },
  {
    isIt: ({ code, message }) => code === 'EROFS' || message === 'attempt to write a readonly database',
    says: 'The file system is read-only.',
  },
  {
    isIt: ({ code, message }) => code === 'EACCES' || code === 'EPERM' || message === 'unable to open database file',
    says: 'This user may not write to it.',
  },
  {
    isIt: ({ code, syscall }) => code === 'ENOENT' && syscall === 'mkdir',
    says: 'It does not exist and cannot be created.',
  },
  { isIt: ({ code }) => code === 'ENOTDIR' || code === 'EEXIST', says: 'It is not a folder.' },
  {
    isIt: ({ code, syscall }) => code === 'ENOTEMPTY' && syscall === 'rename',
    says: `Its database is incomplete: the file PG_VERSION is missing. ${RESTORE}`,
  },
  {
    isIt: ({ message }) => message.includes('valid checkpoint record'),
    says: `The write-ahead log of its database is missing or damaged. ${RESTORE}`,
  },
  {
    isIt: ({ message }) => message.includes('failed to initialize properly'),
    says: `Its database is damaged or incomplete. ${RESTORE}`,
  },
]

/** A fault of the data folder in one line for the operator; undefined when an error has another reason. */
export function dataFolderFault(error: unknown, folder: string): string | undefined {
  for (let current = error; current instanceof Error; current = current.cause) {
    if (!isAbout(current, folder)) continue
    const fields = { code: textOf(current, 'code'), message: current.message, syscall: textOf(current, 'syscall') }
    const fault = FAULTS.find(({ isIt }) => isIt(fields))
    if (fault) return `DATA_DIR ${folder}: ${fault.says}`
  }
  return undefined
}

/** An error about a file names it. */
function isAbout(error: Error, folder: string): boolean {
  const path = textOf(error, 'path')
  if (path === '') return true
  const inside = relative(folder, path)
  return !inside.startsWith('..') && !isAbsolute(inside)
}

function textOf(error: Error, name: 'code' | 'syscall' | 'path'): string {
  const value: unknown = Reflect.get(error, name)
  return typeof value === 'string' ? value : ''
}
