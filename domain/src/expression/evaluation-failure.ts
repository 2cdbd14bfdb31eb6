/** Why an expression has no value for a row. Caught in `expression.ts`, never seen outside. */
export class EvaluationFailure extends Error {}

/** Ends the evaluation for this row. */
export function failEvaluation(message: string): never {
  throw new EvaluationFailure(message)
}

/** Why an expression cannot be used at all. Caught in `expression.ts`, never seen outside. */
export class CompileFailure extends Error {}

/** Ends the compilation. */
export function failCompilation(message: string): never {
  throw new CompileFailure(message)
}
