import { Copy, DockerfileParser, Env, From, type Instruction, JSONInstruction } from 'dockerfile-ast'

export type Step =
  | {
      readonly kind: 'copy'
      readonly from: string | undefined
      readonly sources: readonly string[]
      readonly to: string
    }
  | { readonly kind: 'run'; readonly command: string }

/** One `FROM` and what follows it. */
export type Stage = {
  readonly name: string
  readonly steps: readonly Step[]
  readonly env: Readonly<Record<string, string>>
  /** The program with its arguments, if no shell starts it. */
  readonly command: readonly string[]
  /** The arguments of the last instruction of a name, such as `USER`. */
  readonly last: (keyword: string) => string | undefined
}

/** The stages of a container file, in order; what a machine without a container engine can know about them. */
export function readContainerfile(text: string): Stage[] {
  const stages: Instruction[][] = []
  for (const instruction of DockerfileParser.parse(text).getInstructions()) {
    if (instruction instanceof From) stages.push([])
    stages.at(-1)?.push(instruction)
  }
  return stages.map(describeStage)
}

function describeStage(instructions: readonly Instruction[]): Stage {
  const last = (keyword: string): string | undefined =>
    instructions.findLast((instruction) => instruction.getKeyword() === keyword)?.getArgumentsContent() ?? undefined
  const [from] = instructions
  const variables = instructions
    .filter((instruction) => instruction instanceof Env)
    .flatMap((env) => env.getProperties())
  return {
    name: from instanceof From ? (from.getBuildStage() ?? 'image') : 'image',
    steps: instructions.flatMap(describeStep),
    env: Object.fromEntries(variables.map((property) => [property.getName(), property.getValue() ?? ''])),
    command: commandOf(instructions.findLast((instruction) => instruction.getKeyword() === 'CMD')),
    last,
  }
}

function describeStep(instruction: Instruction): Step[] {
  if (instruction.getKeyword() === 'RUN') return [{ kind: 'run', command: instruction.getArgumentsContent() ?? '' }]
  if (!(instruction instanceof Copy)) return []
  const words = instruction.getArguments().map((argument) => argument.getValue())
  const from = instruction.getFromFlag()?.getValue() ?? undefined
  return [{ kind: 'copy', from, sources: words.slice(0, -1), to: words.at(-1) ?? '' }]
}

function commandOf(instruction: Instruction | undefined): readonly string[] {
  const isList = instruction instanceof JSONInstruction && instruction.getOpeningBracket() !== null
  return isList ? instruction.getJSONStrings().map((text) => text.getJSONValue()) : []
}
