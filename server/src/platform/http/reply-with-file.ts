import type { Readable } from 'node:stream'
import { Reply } from './route.ts'

type File = { readonly name: string; readonly contentType: string; readonly body: Readable }

/** A file that the client stores under its name, streamed while it is written. */
export const replyWithFile = ({ name, contentType, body }: File): Reply =>
  Reply.stream(contentType, body, { 'content-disposition': `attachment; filename="${name}"` })
