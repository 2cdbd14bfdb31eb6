import { Type } from 'typebox'
import { Uuid } from '@heddle/contract/common.ts'
import { defineEvent } from '../../platform/events/events.ts'

/** Raised in the transaction that deletes a template: a handler that throws keeps it. */
export const automationTemplateDeleting = defineEvent(
  'automation_templates.deleting',
  Type.Object({ template_id: Uuid }),
)
