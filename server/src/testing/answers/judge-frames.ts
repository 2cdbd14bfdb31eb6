import { PingFrame, SOCKET_CHANNELS } from '@heddle/contract/socket-frames.ts'
import { faultsOfJson } from './judge-replies.ts'

type FrameSchema = { readonly properties: { readonly type: { readonly const: string } } }

const channels = Object.values(SOCKET_CHANNELS).map(({ path, frames }) => ({
  path: new RegExp(`^${path.replaceAll(/:\\w+/g, '[^/]+').replace(/\/$/, '/?$')}`),
  frames: new Map(
    ([...frames.anyOf, PingFrame] as unknown as readonly FrameSchema[]).map((schema) => [
      schema.properties.type.const,
      schema,
    ]),
  ),
}))

/** What is wrong with a frame that a channel sends; nothing for channels of tests. */
export function faultsOfFrame(path: string, frame: { readonly type: string }): readonly string[] {
  const channel = channels.find((one) => one.path.test(path))
  if (!channel) return []
  const schema = channel.frames.get(frame.type)
  return schema ? faultsOfJson(schema, frame) : [`there is no frame ${frame.type}`]
}
