import { auditSettingsPatch } from '@heddle/contract/audit.ts'
import {
  FileAiSettings,
  FileAutomationCategory,
  FileAutomationConnection,
  FileAutomationTemplate,
  FileColumnTemplate,
  FileControllerConnection,
  FileGroup,
  FileRegexPattern,
  FileValidationList,
} from '@heddle/contract/platform-files.ts'
import { FileSavedQuery, FileScheduledTask } from '@heddle/contract/query-files.ts'
import { AUDIT_CATEGORIES, AUDIT_GROUPS } from '@heddle/domain/audit/categories.ts'
import { isWireObject } from '@heddle/domain/canvas/wire.ts'
import type { CheckEntry, EntryChecks } from '@heddle/domain/query-files/read-query-file.ts'
import { Type } from 'typebox'
import { bodyCheck } from '../../platform/http/validation.ts'

const FileAuditSettings = Type.Object(
  { name: Type.Literal('audit'), ...auditSettingsPatch(AUDIT_GROUPS, AUDIT_CATEGORIES).properties },
  { additionalProperties: false },
)

/** The schemas of the lists of a file, for editors. */
export const FILE_SCHEMAS = {
  savedQuery: FileSavedQuery,
  scheduledTask: FileScheduledTask,
  platform: {
    groups: FileGroup,
    controller_connections: FileControllerConnection,
    automation_connections: FileAutomationConnection,
    automation_categories: FileAutomationCategory,
    regex_patterns: FileRegexPattern,
    validation_lists: FileValidationList,
    column_templates: FileColumnTemplate,
    automation_templates: FileAutomationTemplate,
    settings: Type.Union([FileAiSettings, FileAuditSettings]),
  },
}

const SECRETS = ['password', 'oauth_token', 'platform_api_key']

/** Says of a secret why it is not taken, besides all else that is wrong. */
function withoutSecrets(check: CheckEntry): CheckEntry {
  return (entry) => {
    const given = isWireObject(entry) ? SECRETS.filter((key) => Object.hasOwn(entry, key)) : []
    const message = 'A file holds no secrets: remove this line, and set it on the thing itself.'
    return { ...check(entry), ...Object.fromEntries(given.map((key) => [key, [message]])) }
  }
}

const ai = bodyCheck(FileAiSettings)
const audit = bodyCheck(FileAuditSettings)
const checkSetting: CheckEntry = (entry) => {
  const name = isWireObject(entry) ? entry.name : undefined
  if (name !== 'ai' && name !== 'audit') return { name: ['Expected ai or audit.'] }
  return (name === 'ai' ? ai : audit)(entry)
}

/** Checks the entries of a file one by one, so that every fault is reported under the name of what has it. */
export const FILE_CHECKS: EntryChecks = {
  savedQuery: bodyCheck(FileSavedQuery),
  scheduledTask: bodyCheck(FileScheduledTask),
  platform: {
    groups: bodyCheck(FileGroup),
    controller_connections: withoutSecrets(bodyCheck(FileControllerConnection)),
    automation_connections: withoutSecrets(bodyCheck(FileAutomationConnection)),
    automation_categories: bodyCheck(FileAutomationCategory),
    regex_patterns: bodyCheck(FileRegexPattern),
    validation_lists: bodyCheck(FileValidationList),
    column_templates: bodyCheck(FileColumnTemplate),
    automation_templates: bodyCheck(FileAutomationTemplate),
    settings: withoutSecrets(checkSetting),
  },
}
