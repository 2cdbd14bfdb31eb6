import {
  aiVariables,
  automationVariables,
  directoryVariables,
  mailVariables,
  mimVariables,
  siemVariables,
} from './variables/integrations.ts'
import { listeningVariables } from './variables/listening.ts'
import { queriesVariables } from './variables/queries.ts'
import { secretsVariables } from './variables/secrets.ts'
import { storageVariables } from './variables/storage.ts'
import { throttlesVariables } from './variables/throttles.ts'
import type { Variable } from './variables/variable.ts'

/** The variables by heading of the page for operators. */
export const SECTIONS = {
  'Process and listening': listeningVariables,
  Storage: storageVariables,
  'Secrets and the first user': secretsVariables,
  'Rate limits': throttlesVariables,
  'Queries and connections': queriesVariables,
  'MIM registry': mimVariables,
  'Automation server': automationVariables,
  AI: aiVariables,
  'Directory login': directoryVariables,
  Mail: mailVariables,
  'Records to collectors': siemVariables,
}

export const VARIABLES = {
  ...listeningVariables,
  ...storageVariables,
  ...secretsVariables,
  ...throttlesVariables,
  ...queriesVariables,
  ...mimVariables,
  ...automationVariables,
  ...aiVariables,
  ...directoryVariables,
  ...mailVariables,
  ...siemVariables,
}

export type VariableName = keyof typeof VARIABLES
/** The parsed values under the names of their variables. */
export type Values = { readonly [Name in VariableName]: (typeof VARIABLES)[Name] extends Variable<infer T> ? T : never }
