import { readlinkSync } from 'node:fs'
import { getPriority } from 'node:os'
import { serveThread } from '../serve-thread.ts'

serveThread<{ readonly ownPriority: () => number }>({
  ownPriority: () => getPriority(Number(readlinkSync('/proc/thread-self').split('/').at(-1))),
})
