import type { TSchema } from 'typebox'
import { nameOfSchema } from '@heddle/contract/named-schemas.ts'
import { PingFrame, SOCKET_CHANNELS } from '@heddle/contract/socket-frames.ts'
import { VERSION } from '../../kernel/product-version.ts'

const ABOUT = `What the WebSocket channels of Heddle send. \`POST /api/ws-ticket/\` of the HTTP API gives a ticket, and each
connection needs its own. Clients send nothing, and ignore types of frames that they do not know: new ones are additive.

A connection is closed with 1000 after the last frame, 1012 when the server stops (connect again), 4001 for a ticket
that is not valid, 4003 for what the user may not follow, 4004 for what does not exist, and 1011 for a reader that falls
too far behind.`

const TICKET = {
  method: 'GET',
  query: {
    type: 'object',
    required: ['ticket'],
    properties: { ticket: { type: 'string', description: 'Of `POST /api/ws-ticket/`: 60 seconds, one use.' } },
  },
  bindingVersion: '0.1.0',
}

type Channel = (typeof SOCKET_CHANNELS)[keyof typeof SOCKET_CHANNELS]
type Frame = TSchema & { readonly description: string; readonly properties: { readonly type: { const: string } } }

/** The AsyncAPI document of the channels, from the frames of the contract. */
export function describeChannels(license: object): object {
  const channels = Object.entries(SOCKET_CHANNELS)
  const frames = new Map(channels.flatMap(([, channel]) => framesOf(channel)).map((frame) => [nameOf(frame), frame]))
  return {
    asyncapi: '3.0.0',
    info: { title: 'Heddle channels', version: VERSION, description: ABOUT, license },
    defaultContentType: 'application/json',
    servers: {
      heddle: {
        host: '{host}',
        protocol: 'wss',
        description: 'Where the HTTP API is; `ws` where that is served without TLS.',
        variables: { host: { default: 'heddle.example.com' } },
        security: [{ $ref: '#/components/securitySchemes/ticket' }],
      },
    },
    channels: Object.fromEntries(channels.map(([name, channel]) => [name, channelOf(channel)])),
    operations: Object.fromEntries(channels.map(([name, channel]) => [`follow_${name}`, operationOf(name, channel)])),
    components: {
      messages: Object.fromEntries([...frames].map(([name, frame]) => [name, messageOf(name, frame)])),
      schemas: Object.fromEntries([...frames].sort(([one], [other]) => (one < other ? -1 : 1))),
      securitySchemes: { ticket: { type: 'httpApiKey', in: 'query', name: 'ticket' } },
    },
  }
}

const framesOf = ({ frames }: Channel): readonly Frame[] => [...frames.anyOf, PingFrame] as unknown as readonly Frame[]
const typeOf = ({ properties }: Frame): string => properties.type.const

function nameOf(frame: Frame): string {
  const name = nameOfSchema(frame)
  if (name === undefined) throw new Error(`${typeOf(frame)} has no name in the contract`)
  return name
}

const channelOf = (channel: Channel): object => ({
  address: channel.path.replaceAll(/:(\w+)/g, '{$1}'),
  title: channel.title,
  description: channel.description,
  messages: Object.fromEntries(
    framesOf(channel).map((frame) => [typeOf(frame), { $ref: `#/components/messages/${nameOf(frame)}` }]),
  ),
  parameters: Object.fromEntries(Object.entries(channel.params).map(([name, description]) => [name, { description }])),
  bindings: { ws: TICKET },
})

const operationOf = (name: string, channel: Channel): object => ({
  action: 'send',
  channel: { $ref: `#/channels/${name}` },
  summary: channel.title,
  messages: framesOf(channel).map((frame) => ({ $ref: `#/channels/${name}/messages/${typeOf(frame)}` })),
})

const messageOf = (name: string, frame: Frame): object => ({
  name: typeOf(frame),
  title: name,
  summary: frame.description,
  payload: { $ref: `#/components/schemas/${name}` },
})
