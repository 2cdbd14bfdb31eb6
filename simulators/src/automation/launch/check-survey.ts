import type { SurveyQuestion } from '../model/job-template.ts'

type Variables = Readonly<Record<string, unknown>>

/** What is wrong with the answers, in the server's words; types are strict: "5" is no integer. */
export function checkSurvey(survey: readonly SurveyQuestion[], variables: Variables): string[] {
  return survey.flatMap((question) => {
    const { variable } = question
    const value = variables[variable]
    if (value === undefined) return question.required === true ? [`'${variable}' value missing`] : []
    return checkAnswer(question, value)
  })
}

export function choicesOf({ choices = [] }: SurveyQuestion): readonly string[] {
  return typeof choices === 'string' ? choices.split('\n') : choices
}

function checkAnswer(question: SurveyQuestion, value: unknown): string[] {
  const { variable, type } = question
  switch (type) {
    case 'text':
    case 'textarea':
    case 'password':
      return typeof value === 'string'
        ? checkLength(question, value)
        : [`Value ${python(value)} for '${variable}' expected to be a string.`]
    case 'integer':
      return Number.isInteger(value)
        ? checkRange(question, Number(value))
        : [`Value ${python(value)} for '${variable}' expected to be an integer.`]
    case 'float':
      return typeof value === 'number'
        ? checkRange(question, value)
        : [`Value ${python(value)} for '${variable}' expected to be a numeric type.`]
    case 'multiselect':
      return Array.isArray(value)
        ? value.flatMap((one) => checkChoice(question, one))
        : [`'${variable}' value is expected to be a list.`]
    case 'multiplechoice':
      return checkChoice(question, value)
  }
}

function checkLength({ variable, min, max }: SurveyQuestion, value: string): string[] {
  if (min !== undefined && value.length < min)
    return [`'${variable}' value ${value} is too small (length is ${value.length} must be at least ${min}).`]
  return max !== undefined && value.length > max
    ? [`'${variable}' value ${value} is too large (must be no more than ${max}).`]
    : []
}

function checkRange({ variable, min, max }: SurveyQuestion, value: number): string[] {
  if (min !== undefined && value < min) return [`'${variable}' value ${value} is too small (must be at least ${min}).`]
  return max !== undefined && value > max
    ? [`'${variable}' value ${value} is too large (must be no more than ${max}).`]
    : []
}

function checkChoice(question: SurveyQuestion, value: unknown): string[] {
  const choices = choicesOf(question)
  if (typeof value === 'string' && choices.includes(value)) return []
  return [`Value ${plain(value)} for '${question.variable}' expected to be one of [${choices.map(python).join(', ')}].`]
}

/** As Python prints it inside a list. */
function python(value: unknown): string {
  return typeof value === 'string' ? `'${value}'` : plain(value)
}

function plain(value: unknown): string {
  if (value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  return typeof value === 'string' ? value : JSON.stringify(value)
}
