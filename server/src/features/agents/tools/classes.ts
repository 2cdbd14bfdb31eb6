import { Type } from 'typebox'
import { MimClassDetail, MimSearchReply } from '@heddle/contract/mim.ts'
import { tool } from './tool.ts'

const SearchInput = Type.Object(
  {
    text: Type.String({
      minLength: 1,
      maxLength: 500,
      description: 'A class, or what people call it: `bridge domain`.',
    }),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 50 })),
  },
  { additionalProperties: false },
)

export const searchClasses = tool({
  name: 'search_classes',
  title: 'Search classes',
  description: 'Finds classes of the fabric by name, label and documentation, the best matches first.',
  input: SearchInput,
  output: MimSearchReply,
  effect: 'reads',
  run: async ({ operations }, call, { text, limit = 10 }) =>
    (await operations.call('GET /api/mim/search/', call, {
      query: { q: text, type: 'class', limit: String(limit) },
    })) as object,
})

const ClassInput = Type.Object(
  { class_name: Type.String({ minLength: 1, maxLength: 200, description: 'Such as `fvBD`.' }) },
  { additionalProperties: false },
)

export const describeClassTool = tool({
  name: 'describe_class',
  title: 'Describe a class',
  description: 'The properties of a class with their types and values, its place in the tree, and its relations.',
  input: ClassInput,
  output: MimClassDetail,
  effect: 'reads',
  run: async ({ operations }, call, { class_name: name }) =>
    (await operations.call('GET /api/mim/classes/:name/', call, { params: { name } })) as object,
})
