import {
  OwnProfile,
  Preferences,
  PreferencesPatch,
  ProfilePatch,
  QuotaUsageReply,
  StatsReply,
} from '@heddle/contract/auth.ts'
import { signedIn } from '../../kernel/access.ts'
import { type Route, routes } from '../../platform/http/route.ts'
import type { ProfileService } from './profile.service.ts'

export function profileRoutes(profile: ProfileService): readonly Route[] {
  return routes('Own account', (route) => {
    route.get(
      '/api/auth/profile/',
      {
        access: signedIn,
        summary: 'Get your profile',
        description: 'With your groups, permissions, counters and preferences, and whether this is a paused copy.',
        reply: OwnProfile,
      },
      async ({ caller }) => profile.profile(caller),
    )

    route.patch(
      '/api/auth/profile/',
      {
        access: signedIn,
        summary: 'Update your profile',
        refusal: 'An API token may not change the e-mail address.',
        description: 'An API token may not change the e-mail address: 403, and nothing changes.',
        body: ProfilePatch,
        reply: OwnProfile,
        reportsFaultsItself: true,
      },
      async ({ caller, body, faults }) => profile.change(caller, body, faults),
    )

    route.get(
      '/api/auth/preferences/',
      {
        access: signedIn,
        summary: 'Get your preferences',
        description: 'With the defaults where you have set nothing yet. The profile contains them too.',
        reply: Preferences,
      },
      async ({ caller }) => profile.preferences(caller),
    )

    route.patch(
      '/api/auth/preferences/',
      {
        access: signedIn,
        summary: 'Update your preferences, merged per key',
        description: 'Only what is sent changes, also within `class_browser_sections`.',
        body: PreferencesPatch,
        reply: Preferences,
      },
      async ({ caller, body }) => profile.changePreferences(caller, body),
    )

    route.get(
      '/api/auth/quota-usage/',
      {
        access: signedIn,
        summary: 'Get your quota and usage',
        description: 'The quota is the most generous one of your groups. Usage of AI counts from midnight UTC.',
        reply: QuotaUsageReply,
      },
      async ({ caller }) => profile.quotaUsage(caller),
    )

    route.get(
      '/api/auth/stats/',
      {
        access: signedIn,
        summary: 'Get your counters',
        description: 'Queries run, active schedules and unread notifications, counted for each request.',
        reply: StatsReply,
      },
      async ({ caller }) => profile.stats(caller),
    )
  })
}
