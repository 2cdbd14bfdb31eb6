import { isDeepStrictEqual } from 'node:util'
import type { JobTemplate } from '../model/job-template.ts'
import { checkSurvey } from './check-survey.ts'
import type { LaunchRequest, PromptField } from './launch-request.ts'
import { parseExtraVars } from './parse-extra-vars.ts'
import { PROMPT_CHECKS, PROMPT_FIELDS } from './prompt-fields.ts'

type Variables = Readonly<Record<string, unknown>>
export type LaunchBody = Readonly<Record<string, unknown>>
export type LaunchErrors = Readonly<Record<string, readonly string[] | string>>

export type Acceptance =
  | { readonly request: LaunchRequest; readonly ignored: Readonly<Record<string, unknown>> }
  | { readonly errors: LaunchErrors }

/** Decides what a launch takes from its body: what the template does not ask for is ignored, the job starts anyway. */
export function acceptLaunch(template: JobTemplate, body: LaunchBody): Acceptance {
  const parsed = parseExtraVars(body['extra_vars'])
  if ('problem' in parsed) return { errors: { extra_vars: [parsed.problem] } }
  const sent = 'inventory_id' in body ? { inventory: body['inventory_id'], ...body } : body
  const errors = {
    ...fieldErrors(sent),
    ...templateErrors(template, body),
    ...surveyErrors(template, parsed.variables),
  }
  if (Object.keys(errors).length > 0) return { errors }
  const prompts = acceptPrompts(template, sent)
  const variables = acceptVariables(template, parsed.variables)
  return {
    request: {
      extraVars: { ...template.extraVars, ...surveyDefaults(template), ...variables.accepted },
      secrets: secretsOf(template),
      prompts: { ...template.fields, ...prompts.accepted },
    },
    ignored: {
      ...prompts.ignored,
      ...(Object.keys(variables.ignored).length > 0 && { extra_vars: variables.ignored }),
    },
  }
}

function fieldErrors(body: LaunchBody): LaunchErrors {
  const problems = PROMPT_FIELDS.filter((field) => body[field] !== undefined).map(
    (field) => [field, PROMPT_CHECKS[field](body[field])] as const,
  )
  return Object.fromEntries(problems.flatMap(([field, problem]) => (problem === undefined ? [] : [[field, [problem]]])))
}

function templateErrors(template: JobTemplate, body: LaunchBody): LaunchErrors {
  const given = Object.keys(body['credential_passwords'] ?? {})
  const passwords = template.passwordsNeeded.filter((name) => !given.includes(name))
  return {
    ...(passwords.length > 0 && { passwords_needed_to_start: passwords }),
    ...(template.resourcesNeeded.length > 0 && { resources_needed_to_start: template.resourcesNeeded }),
    ...(template.projectProblem !== undefined && { project: template.projectProblem }),
  }
}

function surveyErrors(template: JobTemplate, variables: Variables): LaunchErrors {
  const problems = template.surveyEnabled ? checkSurvey(template.survey, variables) : []
  return problems.length > 0 ? { variables_needed_to_start: problems } : {}
}

/** A value equal to the template's own is neither accepted nor ignored. */
function acceptPrompts(template: JobTemplate, body: LaunchBody) {
  const differing = PROMPT_FIELDS.filter(
    (field) => body[field] !== undefined && !isDeepStrictEqual(body[field], template.fields[field]),
  )
  const pick = (fields: readonly PromptField[]) => Object.fromEntries(fields.map((field) => [field, body[field]]))
  const isAsked = (field: PromptField) => template.asks.includes(field)
  return { accepted: pick(differing.filter(isAsked)), ignored: pick(differing.filter((field) => !isAsked(field))) }
}

function acceptVariables(template: JobTemplate, variables: Variables): { accepted: Variables; ignored: Variables } {
  const asked = new Set(template.surveyEnabled ? template.survey.map(({ variable }) => variable) : [])
  const takesAll = template.asks.includes('variables')
  const entries = Object.entries(variables)
  const accepted = entries.filter(([name]) => takesAll || asked.has(name))
  const others = entries.filter(([name]) => !takesAll && !asked.has(name))
  return {
    accepted: Object.fromEntries(accepted),
    ignored: Object.fromEntries(others.filter(([name, value]) => !isDeepStrictEqual(template.extraVars[name], value))),
  }
}

function surveyDefaults(template: JobTemplate): Variables {
  if (!template.surveyEnabled) return {}
  return Object.fromEntries(
    template.survey.flatMap((question) =>
      question.default === undefined ? [] : [[question.variable, question.default]],
    ),
  )
}

function secretsOf({ survey }: JobTemplate): ReadonlySet<string> {
  return new Set(survey.filter(({ type }) => type === 'password').map(({ variable }) => variable))
}
