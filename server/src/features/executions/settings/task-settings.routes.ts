import { TaskSettingsReply, TaskSettingsPatch } from '@heddle/contract/task-settings.ts'
import { isTimeZone } from '@heddle/domain/schedule/time-zone.ts'
import { signedIn } from '../../../kernel/access.ts'
import { FieldErrors } from '../../../kernel/errors.ts'
import { type Route, routes } from '../../../platform/http/route.ts'
import { type FieldMessages, mergeMessages } from '../../../kernel/field-messages.ts'
import type { TaskSettingsService } from './task-settings.service.ts'
import { presentTaskSettings as present } from './task-settings.presenter.ts'

const PATH = '/api/queries/task-settings/'

export function taskSettingsRoutes(settings: TaskSettingsService): readonly Route[] {
  return routes('Runs', (route) => {
    route.get(
      PATH,
      {
        access: signedIn,
        summary: 'Read your settings for runs and scheduled tasks',
        description: 'With the defaults where you have set nothing yet.',
        reply: TaskSettingsReply,
      },
      async ({ caller }) => present(await settings.of(caller.id)),
    )

    route.patch(
      PATH,
      {
        access: signedIn,
        summary: 'Change your settings for runs and scheduled tasks',
        description:
          'Only what is sent changes. A higher `max_concurrent_background` starts queued runs at once; a shorter retention deletes older logs with the next clean-up.',
        body: TaskSettingsPatch,
        reply: TaskSettingsReply,
        reportsFaultsItself: true,
      },
      async ({ caller, body, faults }) => {
        const all = mergeMessages(faults, faultsOfTimezone(body))
        if (Object.keys(all).length > 0) throw new FieldErrors(all)
        return present(await settings.change(caller, body))
      },
    )
  })
}

/** A value that is not text is reported by the schema. */
function faultsOfTimezone({ default_timezone: name }: { readonly default_timezone?: unknown }): FieldMessages {
  if (typeof name !== 'string' || isTimeZone(name)) return {}
  return { default_timezone: [`${name.slice(0, 60)}: expected an IANA time zone such as Europe/Warsaw.`] }
}
