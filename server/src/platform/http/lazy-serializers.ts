import { SerializerSelector } from '@fastify/fast-json-stringify-compiler'

type BuildSerializer = ReturnType<typeof SerializerSelector>
type Compile = ReturnType<BuildSerializer>
type Serializer = ReturnType<Compile>

/**
 * Builds the serializer of a reply when the first such reply is sent. There are a thousand, most for errors that never
 * happen: building them all took longer than the rest of the start. Routes that reply alike share one, and so do the
 * servers of a process, of which tests start many.
 */
export function lazySerializers(): BuildSerializer {
  const buildCompiler = SerializerSelector()
  return (externalSchemas, options) => {
    const compile = buildCompiler(externalSchemas, options)
    return (reply) => {
      let serialize: Serializer | undefined
      return (value) => (serialize ??= serializerOf(reply, compile))(value)
    }
  }
}

// By text, because each route has its own copy of what it shares with others. No schema refers to another.
const known = new Map<string, Serializer>()
function serializerOf(reply: Parameters<Compile>[0], compile: Compile): Serializer {
  const text = JSON.stringify(reply.schema)
  const found = known.get(text) ?? compile(reply)
  known.set(text, found)
  return found
}
