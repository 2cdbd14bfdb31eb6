import { serveThread } from '../../../platform/threads/serve-thread.ts'
import type { PackCalls } from './pack-calls.ts'
import { readUpload } from './read-upload.ts'

serveThread<PackCalls>({ read: readUpload })
