/** As much of JSON Schema as the configurations of steps use. */
export type JsonSchema = {
  readonly type?: string
  readonly enum?: readonly string[]
  readonly anyOf?: readonly JsonSchema[]
  readonly items?: JsonSchema
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly patternProperties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly minItems?: number
  readonly maximum?: number
}
