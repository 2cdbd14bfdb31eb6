import { SerializerSelector } from '@fastify/fast-json-stringify-compiler'

type BuildSerializer = ReturnType<typeof SerializerSelector>
type Serializer = ReturnType<ReturnType<BuildSerializer>>

/**
 * Builds the serializer of a reply when the first such reply is sent. There are a thousand, most for errors that never
 * happen: building them all took longer than the rest of the start.
 */
export function lazySerializers(): BuildSerializer {
  const buildCompiler = SerializerSelector()
  return (externalSchemas, options) => {
    const compile = buildCompiler(externalSchemas, options)
    return (reply) => {
      let serialize: Serializer | undefined
      return (value) => (serialize ??= compile(reply))(value)
    }
  }
}
