import { readFile } from 'node:fs/promises'

const PAGE_MB = 4_096 / 1024 ** 2

/** Memory of a process, in MB; NaN where there is no `/proc`, or no such process. */
export async function residentMb(pid: number): Promise<number> {
  const pages = await readFile(`/proc/${pid}/statm`, 'utf8').then(
    (text) => Number(text.split(' ')[1]),
    () => NaN,
  )
  return pages * PAGE_MB
}
