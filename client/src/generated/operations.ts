// Generated from the routes and the contract by `npm run docs`.
import type { Call, CallOptions, OneOf, ReplyOf } from '../call.ts'
import type * as Wire from './types.ts'

/** Every operation of the API as a method; lists also have one that walks all pages. */
export const createOperations = ({ json, file, pages }: Omit<Call, 'raw'>) => ({
  audit: {
    logs: {
      /** List audit entries, newest first. GET /api/audit/logs/ (administrators) */
      list: (query?: Wire.AuditLogListQuery, options?: CallOptions) =>
        json<Wire.AuditLogsListReply>('GET', '/api/audit/logs/', { query, ...options }),
      /** All of them, page by page. */
      all: (query?: Wire.AuditLogListQuery, options?: CallOptions) =>
        pages<Wire.AuditEntry>('/api/audit/logs/', { query, ...options }),
      /** Count the entries of a time window. GET /api/audit/logs/stats/ (administrators) */
      stats: (query?: Wire.AuditStatsQuery, options?: CallOptions) =>
        json<Wire.AuditStats>('GET', '/api/audit/logs/stats/', { query, ...options }),
      /** Export up to 10,000 entries as CSV. GET /api/audit/logs/export/ (administrators) */
      export: (query?: Wire.AuditLogExportQuery, options?: CallOptions) =>
        file('GET', '/api/audit/logs/export/', { query, ...options }),
      /** Read an entry with its content. GET /api/audit/logs/:id/ (administrators) */
      get: (id: number, options?: CallOptions) =>
        json<Wire.AuditEntryDetail>('GET', `/api/audit/logs/${encodeURIComponent(id)}/`, { ...options }),
    },
    settings: {
      /** Read the audit settings. GET /api/audit/settings/ (administrators) */
      get: (options?: CallOptions) => json<Wire.AuditSettingsGetReply>('GET', '/api/audit/settings/', { ...options }),
      /** Update the audit settings. PATCH /api/audit/settings/ (administrators) */
      update: (body?: Wire.AuditSettingsUpdateBody, options?: CallOptions) =>
        json<Wire.AuditSettingsUpdateReply>('PATCH', '/api/audit/settings/', { body, ...options }),
    },
    /** List login attempts, newest first. GET /api/audit/login-attempts/ (administrators) */
    loginAttempts: (query?: Wire.LoginAttemptListQuery, options?: CallOptions) =>
      json<Wire.AuditLoginAttemptsReply>('GET', '/api/audit/login-attempts/', { query, ...options }),
    /** All of them, page by page. */
    loginAttemptsAll: (query?: Wire.LoginAttemptListQuery, options?: CallOptions) =>
      pages<Wire.LoginAttemptReply>('/api/audit/login-attempts/', { query, ...options }),
    /** Show how the collectors of records keep up. GET /api/audit/stream/ (administrators) */
    stream: (options?: CallOptions) => json<Wire.AuditStreams>('GET', '/api/audit/stream/', { ...options }),
  },
  auth: {
    groups: {
      /** List groups. GET /api/auth/groups/ (administrators) */
      list: (query?: Wire.GroupListQuery, options?: CallOptions) =>
        json<Wire.AuthGroupsListReply>('GET', '/api/auth/groups/', { query, ...options }),
      /** All of them, page by page. */
      all: (query?: Wire.GroupListQuery, options?: CallOptions) =>
        pages<Wire.GroupReply>('/api/auth/groups/', { query, ...options }),
      /** Create a group. POST /api/auth/groups/ (administrators) */
      create: (body: Wire.GroupCreate, options?: CallOptions) =>
        json<Wire.GroupReply>('POST', '/api/auth/groups/', { body, ...options }),
      /** Read a group. GET /api/auth/groups/:id/ (administrators) */
      get: (id: number, options?: CallOptions) =>
        json<Wire.GroupReply>('GET', `/api/auth/groups/${encodeURIComponent(id)}/`, { ...options }),
      /** Update the name, permissions or quota of a group. PATCH /api/auth/groups/:id/ (administrators) */
      update: (id: number, body?: Wire.GroupPatch, options?: CallOptions) =>
        json<Wire.GroupReply>('PATCH', `/api/auth/groups/${encodeURIComponent(id)}/`, { body, ...options }),
      /** Delete a group. DELETE /api/auth/groups/:id/ (administrators) */
      remove: (id: number, options?: CallOptions) =>
        json<null>('DELETE', `/api/auth/groups/${encodeURIComponent(id)}/`, { ...options }),
      /** Clone a group. POST /api/auth/groups/:id/clone/ (administrators) */
      clone: (id: number, body: Wire.GroupClone, options?: CallOptions) =>
        json<Wire.GroupReply>('POST', `/api/auth/groups/${encodeURIComponent(id)}/clone/`, { body, ...options }),
      /** Add members to a group. POST /api/auth/groups/:id/add_members/ (administrators) */
      addMembers: (id: number, body: Wire.MembersBody, options?: CallOptions) =>
        json<Wire.GroupReply>('POST', `/api/auth/groups/${encodeURIComponent(id)}/add_members/`, { body, ...options }),
      /** Remove members from a group. POST /api/auth/groups/:id/remove_members/ (administrators) */
      removeMembers: (id: number, body: Wire.MembersBody, options?: CallOptions) =>
        json<Wire.GroupReply>('POST', `/api/auth/groups/${encodeURIComponent(id)}/remove_members/`, {
          body,
          ...options,
        }),
    },
    /** List all permissions. GET /api/auth/permissions/ (administrators) */
    permissions: (options?: CallOptions) =>
      json<Wire.AuthPermissionsReply>('GET', '/api/auth/permissions/', { ...options }),
    /** Log in. POST /api/auth/login/ (anyone) */
    login: (body: Wire.LoginBody, options?: CallOptions) =>
      json<OneOf<Wire.LoginReply, Wire.MfaRequiredReply>>('POST', '/api/auth/login/', { body, ...options }),
    /** Log in with a directory account. POST /api/auth/ldap-login/ (anyone) */
    ldapLogin: (body: Wire.LoginBody, options?: CallOptions) =>
      json<OneOf<Wire.LoginReply, Wire.MfaRequiredReply>>('POST', '/api/auth/ldap-login/', { body, ...options }),
    /** Complete a login with the second factor. POST /api/auth/mfa-login/ (anyone) */
    mfaLogin: (body: Wire.MfaLoginBody, options?: CallOptions) =>
      json<Wire.LoginReply>('POST', '/api/auth/mfa-login/', { body, ...options }),
    token: {
      /** Get a new access token. POST /api/auth/token/refresh/ (anyone) */
      refresh: (body?: Wire.RefreshBody, options?: CallOptions) =>
        json<Wire.RefreshReply>('POST', '/api/auth/token/refresh/', { body, ...options }),
    },
    mfa: {
      /** Start setting up a second factor. POST /api/auth/mfa/setup/ (any signed-in user) */
      setup: (body?: Wire.MfaSetupBody, options?: CallOptions) =>
        json<Wire.MfaSetupReply>('POST', '/api/auth/mfa/setup/', { body, ...options }),
      /** Enable the second factor. POST /api/auth/mfa/verify/ (any signed-in user) */
      verify: (body: Wire.MfaVerifyBody, options?: CallOptions) =>
        json<Wire.MfaEnabledReply>('POST', '/api/auth/mfa/verify/', { body, ...options }),
      /** Get the status of the second factor. GET /api/auth/mfa/status/ (any signed-in user) */
      status: (options?: CallOptions) => json<Wire.MfaStatusReply>('GET', '/api/auth/mfa/status/', { ...options }),
      /** Create new backup codes. POST /api/auth/mfa/backup-codes/ (any signed-in user) */
      backupCodes: (body: Wire.PasswordBody, options?: CallOptions) =>
        json<Wire.BackupCodesReply>('POST', '/api/auth/mfa/backup-codes/', { body, ...options }),
      /** Disable the second factor. POST /api/auth/mfa/disable/ (any signed-in user) */
      disable: (body: Wire.PasswordBody, options?: CallOptions) =>
        json<Wire.MfaDisabledReply>('POST', '/api/auth/mfa/disable/', { body, ...options }),
    },
    /** Sign out. POST /api/auth/logout/ (any signed-in user) */
    logout: (body?: Wire.LogoutBody, options?: CallOptions) =>
      json<null>('POST', '/api/auth/logout/', { body, ...options }),
    sessions: {
      /** List your sessions. GET /api/auth/sessions/ (any signed-in user) */
      list: (options?: CallOptions) => json<Wire.AuthSessionsListReply>('GET', '/api/auth/sessions/', { ...options }),
      /** End one of your sessions at once. DELETE /api/auth/sessions/:id/ (any signed-in user) */
      remove: (id: string, options?: CallOptions) =>
        json<null>('DELETE', `/api/auth/sessions/${encodeURIComponent(id)}/`, { ...options }),
    },
    password: {
      /** Change your password. POST /api/auth/password/change/ (any signed-in user) */
      change: (body: Wire.PasswordChangeBody, options?: CallOptions) =>
        json<Wire.OkReply>('POST', '/api/auth/password/change/', { body, ...options }),
    },
    passwordReset: {
      /** Request a reset link. POST /api/auth/password-reset/ (anyone) */
      create: (body: Wire.PasswordResetBody, options?: CallOptions) =>
        json<Wire.OkReply>('POST', '/api/auth/password-reset/', { body, ...options }),
      /** Set a new password with a link or a code. POST /api/auth/password-reset/confirm/ (anyone) */
      confirm: (body: Wire.PasswordResetConfirmBody, options?: CallOptions) =>
        json<Wire.OkReply>('POST', '/api/auth/password-reset/confirm/', { body, ...options }),
    },
    email: {
      /** Send a verification link by e-mail. POST /api/auth/email/send-verification/ (any signed-in user) */
      sendVerification: (options?: CallOptions) =>
        json<Wire.OkReply>('POST', '/api/auth/email/send-verification/', { ...options }),
      /** Take a change of the e-mail address back. POST /api/auth/email/take-back/ (anyone) */
      takeBack: (body: Wire.TakeBackEmailBody, options?: CallOptions) =>
        json<Wire.OkReply>('POST', '/api/auth/email/take-back/', { body, ...options }),
      /** Open a verification link. GET /api/auth/email/verify/ (anyone) */
      verify: (query?: Wire.VerifyEmailQuery, options?: CallOptions) =>
        json<null>('GET', '/api/auth/email/verify/', { query, ...options }),
    },
    /** Liveness. GET /api/auth/health/ (anyone) */
    health: (options?: CallOptions) => json<Wire.HealthReply>('GET', '/api/auth/health/', { ...options }),
    /** Set the idle limit of your sessions. POST /api/auth/session-timeout/ (any signed-in user) */
    sessionTimeout: (body: Wire.SessionTimeoutBody, options?: CallOptions) =>
      json<Wire.SessionTimeoutReply>('POST', '/api/auth/session-timeout/', { body, ...options }),
    oidc: {
      /** List the sign-on providers. GET /api/auth/oidc/ (anyone) */
      list: (options?: CallOptions) => json<Wire.AuthOidcListReply>('GET', '/api/auth/oidc/', { ...options }),
      /** Begin to sign in with a provider. GET /api/auth/oidc/:name/start/ (anyone) */
      start: (name: string, query?: Wire.SignOnStartQuery, options?: CallOptions) =>
        json<null>('GET', `/api/auth/oidc/${encodeURIComponent(name)}/start/`, { query, ...options }),
      /** Finish a sign-in with a provider. GET /api/auth/oidc/:name/callback/ (anyone) */
      callback: (name: string, options?: CallOptions) =>
        json<null>('GET', `/api/auth/oidc/${encodeURIComponent(name)}/callback/`, { ...options }),
      /** Take note of a sign-out at a provider. POST /api/auth/oidc/:name/logout/ (anyone) */
      logout: (name: string, body: Wire.BackchannelLogoutBody, options?: CallOptions) =>
        json<null>('POST', `/api/auth/oidc/${encodeURIComponent(name)}/logout/`, { body, ...options }),
      /** Begin to link an account of a provider. POST /api/auth/oidc/:name/link/ (any signed-in user) */
      link: (name: string, body: Wire.LinkSignOnBody, options?: CallOptions) =>
        json<Wire.LinkSignOnReply>('POST', `/api/auth/oidc/${encodeURIComponent(name)}/link/`, { body, ...options }),
      /** Sign out here and at the provider. POST /api/auth/oidc/sign-out/ (any signed-in user) */
      signOut: (options?: CallOptions) =>
        json<Wire.SignOnSignOutReply>('POST', '/api/auth/oidc/sign-out/', { ...options }),
    },
    linkedSignIns: {
      /** List your linked sign-ins. GET /api/auth/linked-sign-ins/ (any signed-in user) */
      list: (options?: CallOptions) =>
        json<Wire.AuthLinkedSignInsListReply>('GET', '/api/auth/linked-sign-ins/', { ...options }),
      /** Unlink a sign-in. DELETE /api/auth/linked-sign-ins/:id/ (any signed-in user) */
      remove: (id: string, options?: CallOptions) =>
        json<null>('DELETE', `/api/auth/linked-sign-ins/${encodeURIComponent(id)}/`, { ...options }),
    },
    tokens: {
      /** List your API tokens. GET /api/auth/tokens/ (any signed-in user) */
      list: (query?: Wire.ApiTokenListQuery, options?: CallOptions) =>
        json<Wire.AuthTokensListReply>('GET', '/api/auth/tokens/', { query, ...options }),
      /** All of them, page by page. */
      all: (query?: Wire.ApiTokenListQuery, options?: CallOptions) =>
        pages<Wire.ApiToken>('/api/auth/tokens/', { query, ...options }),
      /** Create an API token. POST /api/auth/tokens/ (any signed-in user) */
      create: (body: Wire.ApiTokenCreate, options?: CallOptions) =>
        json<Wire.CreatedApiToken>('POST', '/api/auth/tokens/', { body, ...options }),
      /** Delete an API token, which ends it at once. DELETE /api/auth/tokens/:id/ (any signed-in user) */
      remove: (id: string, options?: CallOptions) =>
        json<null>('DELETE', `/api/auth/tokens/${encodeURIComponent(id)}/`, { ...options }),
    },
    serviceAccounts: {
      /** List service accounts. GET /api/auth/service-accounts/ (users.manage_serviceaccount) */
      list: (query?: Wire.ServiceAccountListQuery, options?: CallOptions) =>
        json<Wire.AuthServiceAccountsListReply>('GET', '/api/auth/service-accounts/', { query, ...options }),
      /** All of them, page by page. */
      all: (query?: Wire.ServiceAccountListQuery, options?: CallOptions) =>
        pages<Wire.ServiceAccount>('/api/auth/service-accounts/', { query, ...options }),
      /** List groups that may own a service account. GET /api/auth/service-accounts/groups/ (users.manage_serviceaccount) */
      groups: (options?: CallOptions) =>
        json<Wire.AuthServiceAccountsGroupsReply>('GET', '/api/auth/service-accounts/groups/', { ...options }),
      /** Read a service account. GET /api/auth/service-accounts/:id/ (users.manage_serviceaccount) */
      get: (id: number, options?: CallOptions) =>
        json<Wire.ServiceAccount>('GET', `/api/auth/service-accounts/${encodeURIComponent(id)}/`, { ...options }),
      /** Create a service account. POST /api/auth/service-accounts/ (users.manage_serviceaccount) */
      create: (body: Wire.ServiceAccountCreate, options?: CallOptions) =>
        json<Wire.ServiceAccount>('POST', '/api/auth/service-accounts/', { body, ...options }),
      /** Change a service account. PATCH /api/auth/service-accounts/:id/ (users.manage_serviceaccount) */
      update: (id: number, body?: Wire.ServiceAccountPatch, options?: CallOptions) =>
        json<Wire.ServiceAccount>('PATCH', `/api/auth/service-accounts/${encodeURIComponent(id)}/`, {
          body,
          ...options,
        }),
      /** Delete a service account. DELETE /api/auth/service-accounts/:id/ (users.manage_serviceaccount) */
      remove: (id: number, options?: CallOptions) =>
        json<null>('DELETE', `/api/auth/service-accounts/${encodeURIComponent(id)}/`, { ...options }),
      /** Activate a service account. POST /api/auth/service-accounts/:id/activate/ (users.manage_serviceaccount) */
      activate: (id: number, options?: CallOptions) =>
        json<Wire.ServiceAccount>('POST', `/api/auth/service-accounts/${encodeURIComponent(id)}/activate/`, {
          ...options,
        }),
      /** Deactivate a service account. POST /api/auth/service-accounts/:id/deactivate/ (users.manage_serviceaccount) */
      deactivate: (id: number, options?: CallOptions) =>
        json<Wire.ServiceAccount>('POST', `/api/auth/service-accounts/${encodeURIComponent(id)}/deactivate/`, {
          ...options,
        }),
      tokens: {
        /** List the API tokens of a service account. GET /api/auth/service-accounts/:id/tokens/ (users.manage_serviceaccount) */
        list: (id: number, query?: Wire.ServiceAccountTokenQuery, options?: CallOptions) =>
          json<Wire.AuthServiceAccountsTokensListReply>(
            'GET',
            `/api/auth/service-accounts/${encodeURIComponent(id)}/tokens/`,
            { query, ...options },
          ),
        /** All of them, page by page. */
        all: (id: number, query?: Wire.ServiceAccountTokenQuery, options?: CallOptions) =>
          pages<Wire.ApiToken>(`/api/auth/service-accounts/${encodeURIComponent(id)}/tokens/`, { query, ...options }),
        /** Create an API token of a service account. POST /api/auth/service-accounts/:id/tokens/ (users.manage_serviceaccount) */
        create: (id: number, body: Wire.ServiceAccountTokenCreate, options?: CallOptions) =>
          json<Wire.CreatedApiToken>('POST', `/api/auth/service-accounts/${encodeURIComponent(id)}/tokens/`, {
            body,
            ...options,
          }),
        /** Delete an API token of a service account. DELETE /api/auth/service-accounts/:id/tokens/:token/ (users.manage_serviceaccount) */
        remove: (id: number, token: string, options?: CallOptions) =>
          json<null>(
            'DELETE',
            `/api/auth/service-accounts/${encodeURIComponent(id)}/tokens/${encodeURIComponent(token)}/`,
            { ...options },
          ),
      },
    },
    management: {
      /** List users. GET /api/auth/management/ (administrators) */
      list: (query?: Wire.UserListQuery, options?: CallOptions) =>
        json<Wire.AuthManagementListReply>('GET', '/api/auth/management/', { query, ...options }),
      /** All of them, page by page. */
      all: (query?: Wire.UserListQuery, options?: CallOptions) =>
        pages<Wire.ManagedUser>('/api/auth/management/', { query, ...options }),
      /** Create a user. POST /api/auth/management/ (administrators) */
      create: (body: Wire.UserCreate, options?: CallOptions) =>
        json<Wire.ManagedUser>('POST', '/api/auth/management/', { body, ...options }),
      /** Read a user. GET /api/auth/management/:id/ (administrators) */
      get: (id: number, options?: CallOptions) =>
        json<Wire.ManagedUser>('GET', `/api/auth/management/${encodeURIComponent(id)}/`, { ...options }),
      /** Update a user. PATCH /api/auth/management/:id/ (administrators) */
      update: (id: number, body?: Wire.UserPatch, options?: CallOptions) =>
        json<Wire.ManagedUser>('PATCH', `/api/auth/management/${encodeURIComponent(id)}/`, { body, ...options }),
      /** Delete a user. DELETE /api/auth/management/:id/ (administrators) */
      remove: (id: number, options?: CallOptions) =>
        json<null>('DELETE', `/api/auth/management/${encodeURIComponent(id)}/`, { ...options }),
      /** Activate a user. POST /api/auth/management/:id/activate/ (administrators) */
      activate: (id: number, options?: CallOptions) =>
        json<Wire.ManagedUser>('POST', `/api/auth/management/${encodeURIComponent(id)}/activate/`, { ...options }),
      /** Deactivate a user. POST /api/auth/management/:id/deactivate/ (administrators) */
      deactivate: (id: number, options?: CallOptions) =>
        json<Wire.ManagedUser>('POST', `/api/auth/management/${encodeURIComponent(id)}/deactivate/`, { ...options }),
      /** Grant permissions directly. POST /api/auth/management/:id/add_permissions/ (administrators) */
      addPermissions: (id: number, body: Wire.PermissionsBody, options?: CallOptions) =>
        json<Wire.ManagedUser>('POST', `/api/auth/management/${encodeURIComponent(id)}/add_permissions/`, {
          body,
          ...options,
        }),
      /** Revoke direct permissions. POST /api/auth/management/:id/remove_permissions/ (administrators) */
      removePermissions: (id: number, body: Wire.PermissionsBody, options?: CallOptions) =>
        json<Wire.ManagedUser>('POST', `/api/auth/management/${encodeURIComponent(id)}/remove_permissions/`, {
          body,
          ...options,
        }),
      /** List the effective permissions of a user. GET /api/auth/management/:id/effective_permissions/ (administrators) */
      effectivePermissions: (id: number, options?: CallOptions) =>
        json<Wire.EffectivePermissions>(
          'GET',
          `/api/auth/management/${encodeURIComponent(id)}/effective_permissions/`,
          { ...options },
        ),
      /** Set a password, or force a reset by e-mail. POST /api/auth/management/:id/reset_password/ (administrators) */
      resetPassword: (id: number, body?: Wire.ResetPasswordBody, options?: CallOptions) =>
        json<Wire.OkReply>('POST', `/api/auth/management/${encodeURIComponent(id)}/reset_password/`, {
          body,
          ...options,
        }),
      /** Create a one-time reset code. POST /api/auth/management/:id/generate_reset_code/ (administrators) */
      generateResetCode: (id: number, options?: CallOptions) =>
        json<Wire.ResetCodeReply>('POST', `/api/auth/management/${encodeURIComponent(id)}/generate_reset_code/`, {
          ...options,
        }),
      /** Mark the address as verified. POST /api/auth/management/:id/verify_email/ (administrators) */
      verifyEmail: (id: number, options?: CallOptions) =>
        json<Wire.ManagedUser>('POST', `/api/auth/management/${encodeURIComponent(id)}/verify_email/`, { ...options }),
      /** Disable the second factor. POST /api/auth/management/:id/disable_mfa/ (administrators) */
      disableMfa: (id: number, options?: CallOptions) =>
        json<Wire.ManagedUser>('POST', `/api/auth/management/${encodeURIComponent(id)}/disable_mfa/`, { ...options }),
      sessions: {
        /** List the sessions of a user. GET /api/auth/management/:id/sessions/ (administrators) */
        list: (id: number, options?: CallOptions) =>
          json<Wire.AuthManagementSessionsListReply>(
            'GET',
            `/api/auth/management/${encodeURIComponent(id)}/sessions/`,
            { ...options },
          ),
        /** End one session of a user. DELETE /api/auth/management/:id/sessions/:session/ (administrators) */
        remove: (id: number, session: string, options?: CallOptions) =>
          json<null>(
            'DELETE',
            `/api/auth/management/${encodeURIComponent(id)}/sessions/${encodeURIComponent(session)}/`,
            { ...options },
          ),
      },
      /** End all sessions of a user. POST /api/auth/management/:id/end_sessions/ (administrators) */
      endSessions: (id: number, options?: CallOptions) =>
        json<null>('POST', `/api/auth/management/${encodeURIComponent(id)}/end_sessions/`, { ...options }),
    },
    profile: {
      /** Get your profile. GET /api/auth/profile/ (any signed-in user) */
      get: (options?: CallOptions) => json<Wire.OwnProfile>('GET', '/api/auth/profile/', { ...options }),
      /** Update your profile. PATCH /api/auth/profile/ (any signed-in user) */
      update: (body?: Wire.ProfilePatch, options?: CallOptions) =>
        json<Wire.OwnProfile>('PATCH', '/api/auth/profile/', { body, ...options }),
    },
    preferences: {
      /** Get your preferences. GET /api/auth/preferences/ (any signed-in user) */
      get: (options?: CallOptions) => json<Wire.Preferences>('GET', '/api/auth/preferences/', { ...options }),
      /** Update your preferences, merged per key. PATCH /api/auth/preferences/ (any signed-in user) */
      update: (body?: Wire.PreferencesPatch, options?: CallOptions) =>
        json<Wire.Preferences>('PATCH', '/api/auth/preferences/', { body, ...options }),
    },
    /** Get your quota and usage. GET /api/auth/quota-usage/ (any signed-in user) */
    quotaUsage: (options?: CallOptions) => json<Wire.QuotaUsageReply>('GET', '/api/auth/quota-usage/', { ...options }),
    /** Get your counters. GET /api/auth/stats/ (any signed-in user) */
    stats: (options?: CallOptions) => json<Wire.StatsReply>('GET', '/api/auth/stats/', { ...options }),
  },
  /** Get a single-use WebSocket ticket. POST /api/ws-ticket/ (any signed-in user) */
  wsTicket: (options?: CallOptions) => json<Wire.TicketReply>('POST', '/api/ws-ticket/', { ...options }),
  controller: {
    connections: {
      /** List connections. GET /api/controller/connections/ (controller.view_connection) */
      list: (query?: Wire.ControllerConnectionListQuery, options?: CallOptions) =>
        json<Wire.ControllerConnectionsListReply>('GET', '/api/controller/connections/', { query, ...options }),
      /** All of them, page by page. */
      all: (query?: Wire.ControllerConnectionListQuery, options?: CallOptions) =>
        pages<Wire.ControllerConnection>('/api/controller/connections/', { query, ...options }),
      /** Create a connection. POST /api/controller/connections/ (controller.add_connection) */
      create: (body: Wire.ControllerConnectionCreate, options?: CallOptions) =>
        json<Wire.ControllerConnection>('POST', '/api/controller/connections/', { body, ...options }),
      /** Read a connection. GET /api/controller/connections/:id/ (controller.view_connection) */
      get: (id: string, options?: CallOptions) =>
        json<Wire.ControllerConnection>('GET', `/api/controller/connections/${encodeURIComponent(id)}/`, {
          ...options,
        }),
      /** Replace a connection. PUT /api/controller/connections/:id/ (controller.change_connection) */
      replace: (id: string, body: Wire.ControllerConnectionReplace, options?: CallOptions) =>
        json<Wire.ControllerConnection>('PUT', `/api/controller/connections/${encodeURIComponent(id)}/`, {
          body,
          ...options,
        }),
      /** Update a connection. PATCH /api/controller/connections/:id/ (controller.change_connection) */
      update: (id: string, body?: Wire.ControllerConnectionPatch, options?: CallOptions) =>
        json<Wire.ControllerConnection>('PATCH', `/api/controller/connections/${encodeURIComponent(id)}/`, {
          body,
          ...options,
        }),
      /** Delete a connection; queries that use it fail at their next run. DELETE /api/controller/connections/:id/ (controller.delete_connection) */
      remove: (id: string, options?: CallOptions) =>
        json<null>('DELETE', `/api/controller/connections/${encodeURIComponent(id)}/`, { ...options }),
      /** Read what is asked of a controller now. GET /api/controller/connections/:id/budget/ (controller.view_connection) */
      budget: (id: string, options?: CallOptions) =>
        json<Wire.ConnectionBudget>('GET', `/api/controller/connections/${encodeURIComponent(id)}/budget/`, {
          ...options,
        }),
      /** Read what is known of a fabric. GET /api/controller/connections/:id/facts/ (controller.view_connection) */
      facts: (id: string, query?: Wire.FactsQuery, options?: CallOptions) =>
        json<Wire.ConnectionFacts>('GET', `/api/controller/connections/${encodeURIComponent(id)}/facts/`, {
          query,
          ...options,
        }),
      /** Test a connection step by step. POST /api/controller/connections/:id/test_connection/ (controller.test_connection) */
      testConnection: (id: string, options?: CallOptions) =>
        json<Wire.ConnectionTestReply>(
          'POST',
          `/api/controller/connections/${encodeURIComponent(id)}/test_connection/`,
          { ...options },
        ),
      /** Make a connection the default. POST /api/controller/connections/:id/set_default/ (controller.change_connection) */
      setDefault: (id: string, options?: CallOptions) =>
        json<Wire.ControllerConnection>('POST', `/api/controller/connections/${encodeURIComponent(id)}/set_default/`, {
          ...options,
        }),
      /** Read an object of a fabric. GET /api/controller/connections/:id/object/ (queries.execute_savedquery) */
      object: (id: string, query: Wire.ObjectQuery, options?: CallOptions) =>
        json<Wire.ObjectView>('GET', `/api/controller/connections/${encodeURIComponent(id)}/object/`, {
          query,
          ...options,
        }),
      /** Read a few objects of a class. GET /api/controller/connections/:id/objects/ (queries.execute_savedquery) */
      objects: (id: string, query: Wire.ClassObjectsQuery, options?: CallOptions) =>
        json<Wire.ClassObjects>('GET', `/api/controller/connections/${encodeURIComponent(id)}/objects/`, {
          query,
          ...options,
        }),
    },
  },
  queries: {
    categories: {
      /** List categories. GET /api/queries/categories/ (queries.view_category) */
      list: (query?: Wire.QueryCategoryListQuery, options?: CallOptions) =>
        json<Wire.QueriesCategoriesListReply>('GET', '/api/queries/categories/', { query, ...options }),
      /** All of them, page by page. */
      all: (query?: Wire.QueryCategoryListQuery, options?: CallOptions) =>
        pages<Wire.QueryCategory>('/api/queries/categories/', { query, ...options }),
      /** Create a category. POST /api/queries/categories/ (queries.add_category) */
      create: (body: Wire.QueryCategoryWrite, options?: CallOptions) =>
        json<Wire.QueryCategory>('POST', '/api/queries/categories/', { body, ...options }),
      /** Read a category. GET /api/queries/categories/:id/ (queries.view_category) */
      get: (id: number, options?: CallOptions) =>
        json<Wire.QueryCategory>('GET', `/api/queries/categories/${encodeURIComponent(id)}/`, { ...options }),
      /** Replace a category. PUT /api/queries/categories/:id/ (queries.change_category) */
      replace: (id: number, body: Wire.QueryCategoryWrite, options?: CallOptions) =>
        json<Wire.QueryCategory>('PUT', `/api/queries/categories/${encodeURIComponent(id)}/`, { body, ...options }),
      /** Update a category. PATCH /api/queries/categories/:id/ (queries.change_category) */
      update: (id: number, body?: Wire.QueryCategoryPatch, options?: CallOptions) =>
        json<Wire.QueryCategory>('PATCH', `/api/queries/categories/${encodeURIComponent(id)}/`, { body, ...options }),
      /** Delete a category; with ?force=true its children move up. DELETE /api/queries/categories/:id/ (queries.delete_category) */
      remove: (id: number, query?: Wire.CategoryDeleteQuery, options?: CallOptions) =>
        json<null>('DELETE', `/api/queries/categories/${encodeURIComponent(id)}/`, { query, ...options }),
    },
    savedQueries: {
      /** Create a saved query. POST /api/queries/saved-queries/ (queries.add_savedquery) */
      create: (body: Wire.SavedQueryCreate, options?: CallOptions) =>
        json<Wire.SavedQuery>('POST', '/api/queries/saved-queries/', { body, ...options }),
      /** Read a saved query. GET /api/queries/saved-queries/:id/ (queries.view_savedquery) */
      get: (id: string, options?: CallOptions) =>
        json<Wire.SavedQuery>('GET', `/api/queries/saved-queries/${encodeURIComponent(id)}/`, { ...options }),
      /** Replace a saved query. PUT /api/queries/saved-queries/:id/ (queries.change_savedquery) */
      replace: (id: string, body: Wire.SavedQueryCreate, options?: CallOptions) =>
        json<Wire.SavedQuery>('PUT', `/api/queries/saved-queries/${encodeURIComponent(id)}/`, { body, ...options }),
      /** Update a saved query; a changed canvas creates a new version. PATCH /api/queries/saved-queries/:id/ (queries.change_savedquery) */
      update: (id: string, body?: Wire.SavedQueryPatch, options?: CallOptions) =>
        json<Wire.SavedQuery>('PATCH', `/api/queries/saved-queries/${encodeURIComponent(id)}/`, { body, ...options }),
      /** Delete a saved query. DELETE /api/queries/saved-queries/:id/ (queries.delete_savedquery) */
      remove: (id: string, options?: CallOptions) =>
        json<null>('DELETE', `/api/queries/saved-queries/${encodeURIComponent(id)}/`, { ...options }),
      /** Mark as favorite. POST /api/queries/saved-queries/:id/favorite/ (queries.view_savedquery) */
      favorite: (id: string, options?: CallOptions) =>
        json<Wire.SavedQuery>('POST', `/api/queries/saved-queries/${encodeURIComponent(id)}/favorite/`, { ...options }),
      /** Unmark as favorite. POST /api/queries/saved-queries/:id/unfavorite/ (queries.view_savedquery) */
      unfavorite: (id: string, options?: CallOptions) =>
        json<Wire.SavedQuery>('POST', `/api/queries/saved-queries/${encodeURIComponent(id)}/unfavorite/`, {
          ...options,
        }),
      /** Duplicate a saved query. POST /api/queries/saved-queries/:id/duplicate/ (queries.add_savedquery) */
      duplicate: (id: string, body?: Wire.DuplicateBody, options?: CallOptions) =>
        json<Wire.SavedQuery>('POST', `/api/queries/saved-queries/${encodeURIComponent(id)}/duplicate/`, {
          body,
          ...options,
        }),
      versions: {
        /** List the versions of a saved query, newest first. GET /api/queries/saved-queries/:id/versions/ (queries.view_savedquery) */
        list: (id: string, options?: CallOptions) =>
          json<Wire.QueriesSavedQueriesVersionsListReply>(
            'GET',
            `/api/queries/saved-queries/${encodeURIComponent(id)}/versions/`,
            { ...options },
          ),
        /** Read a version of a saved query. GET /api/queries/saved-queries/:id/versions/:version/ (queries.view_savedquery) */
        get: (id: string, version: number, options?: CallOptions) =>
          json<Wire.SavedQueryVersion>(
            'GET',
            `/api/queries/saved-queries/${encodeURIComponent(id)}/versions/${encodeURIComponent(version)}/`,
            { ...options },
          ),
        /** Restore a version, as a new version. POST /api/queries/saved-queries/:id/versions/:version/restore/ (queries.change_savedquery) */
        restore: (id: string, version: number, options?: CallOptions) =>
          json<Wire.SavedQuery>(
            'POST',
            `/api/queries/saved-queries/${encodeURIComponent(id)}/versions/${encodeURIComponent(version)}/restore/`,
            { ...options },
          ),
      },
      /** List saved queries. GET /api/queries/saved-queries/ (queries.view_savedquery) */
      list: (query?: Wire.SavedQueryListQuery, options?: CallOptions) =>
        json<Wire.QueriesSavedQueriesListReply>('GET', '/api/queries/saved-queries/', { query, ...options }),
      /** All of them, page by page. */
      all: (query?: Wire.SavedQueryListQuery, options?: CallOptions) =>
        pages<Wire.SavedQueryListItem>('/api/queries/saved-queries/', { query, ...options }),
      /** Run a saved query now. POST /api/queries/saved-queries/:id/execute/ (queries.execute_savedquery) */
      execute: (id: string, body?: Wire.ExecuteBody, options?: CallOptions) =>
        json<Wire.ExecuteReply>('POST', `/api/queries/saved-queries/${encodeURIComponent(id)}/execute/`, {
          body,
          ...options,
        }),
      /** Run a saved query in the background. POST /api/queries/saved-queries/:id/execute_background/ (queries.execute_savedquery) */
      executeBackground: (id: string, body?: Wire.BackgroundBody, options?: CallOptions) =>
        json<Wire.BackgroundReply>('POST', `/api/queries/saved-queries/${encodeURIComponent(id)}/execute_background/`, {
          body,
          ...options,
        }),
      /** Validate a saved query and explain its plan without running it. POST /api/queries/saved-queries/:id/validate/ (queries.execute_savedquery) */
      validate: (id: string, body?: Wire.ValidateBody, options?: CallOptions) =>
        json<Wire.ValidateQueryReply>('POST', `/api/queries/saved-queries/${encodeURIComponent(id)}/validate/`, {
          body,
          ...options,
        }),
      parameters: {
        /** List the values a parameter may have. GET /api/queries/saved-queries/:id/parameters/:name/choices/ (queries.execute_savedquery) */
        choices: (id: string, name: string, query?: Wire.ChoicesQuery, options?: CallOptions) =>
          json<Wire.Choices>(
            'GET',
            `/api/queries/saved-queries/${encodeURIComponent(id)}/parameters/${encodeURIComponent(name)}/choices/`,
            { query, ...options },
          ),
      },
      /** Say why an object is in the result of a saved query, or is not. POST /api/queries/saved-queries/:id/why/ (queries.execute_savedquery) */
      why: (id: string, body: Wire.WhyBody, options?: CallOptions) =>
        json<Wire.WhyReply>('POST', `/api/queries/saved-queries/${encodeURIComponent(id)}/why/`, { body, ...options }),
    },
    waivers: {
      /** List waivers. GET /api/queries/waivers/ (queries.view_savedquery) */
      list: (query?: Wire.WaiverListQuery, options?: CallOptions) =>
        json<Wire.QueriesWaiversListReply>('GET', '/api/queries/waivers/', { query, ...options }),
      /** All of them, page by page. */
      all: (query?: Wire.WaiverListQuery, options?: CallOptions) =>
        pages<Wire.Waiver>('/api/queries/waivers/', { query, ...options }),
      /** Waive findings of a check. POST /api/queries/waivers/ (queries.view_savedquery) */
      create: (body: Wire.WaiverCreate, options?: CallOptions) =>
        json<Wire.Waiver>('POST', '/api/queries/waivers/', { body, ...options }),
      /** Read a waiver. GET /api/queries/waivers/:id/ (queries.view_savedquery) */
      get: (id: string, options?: CallOptions) =>
        json<Wire.Waiver>('GET', `/api/queries/waivers/${encodeURIComponent(id)}/`, { ...options }),
      /** End a waiver. DELETE /api/queries/waivers/:id/ (queries.view_savedquery) */
      remove: (id: string, options?: CallOptions) =>
        json<null>('DELETE', `/api/queries/waivers/${encodeURIComponent(id)}/`, { ...options }),
    },
    /** List the saved queries that use a class. GET /api/queries/class-use/:name/ (queries.view_savedquery) */
    classUse: (name: string, options?: CallOptions) =>
      json<Wire.ClassUseReply>('GET', `/api/queries/class-use/${encodeURIComponent(name)}/`, { ...options }),
    executionLogs: {
      /** List runs, newest first. GET /api/queries/execution-logs/ (queries.view_executionlog and queries.view_savedquery) */
      list: (query?: Wire.ExecutionLogListQuery, options?: CallOptions) =>
        json<Wire.QueriesExecutionLogsListReply>('GET', '/api/queries/execution-logs/', { query, ...options }),
      /** All of them, page by page. */
      all: (query?: Wire.ExecutionLogListQuery, options?: CallOptions) =>
        pages<Wire.ExecutionLogItem>('/api/queries/execution-logs/', { query, ...options }),
      /** Read a run with its rows. GET /api/queries/execution-logs/:id/ (queries.view_executionlog) */
      get: (id: string, options?: CallOptions) =>
        json<Wire.ExecutionLog>('GET', `/api/queries/execution-logs/${encodeURIComponent(id)}/`, { ...options }),
      /** Export all rows of a run as a file. GET /api/queries/execution-logs/:id/results/ (queries.view_executionlog) */
      results: (id: string, query?: Wire.ResultsQuery, options?: CallOptions) =>
        file('GET', `/api/queries/execution-logs/${encodeURIComponent(id)}/results/`, { query, ...options }),
      /** List what a run of a check found. GET /api/queries/execution-logs/:id/findings/ (queries.view_executionlog) */
      findings: (id: string, query?: Wire.FindingsQuery, options?: CallOptions) =>
        json<Wire.FindingsReply>('GET', `/api/queries/execution-logs/${encodeURIComponent(id)}/findings/`, {
          query,
          ...options,
        }),
      /** All of them, page by page. */
      findingsAll: (id: string, query?: Wire.FindingsQuery, options?: CallOptions) =>
        pages<Wire.Finding>(`/api/queries/execution-logs/${encodeURIComponent(id)}/findings/`, { query, ...options }),
    },
    /** Run a draft now. POST /api/queries/execute/ (queries.execute_savedquery) */
    execute: (body: Wire.ExecuteDraftBody, options?: CallOptions) =>
      json<Wire.ExecuteReply>('POST', '/api/queries/execute/', { body, ...options }),
    /** Run a draft in the background. POST /api/queries/execute_background/ (queries.execute_savedquery) */
    executeBackground: (body: Wire.BackgroundDraftBody, options?: CallOptions) =>
      json<Wire.BackgroundReply>('POST', '/api/queries/execute_background/', { body, ...options }),
    /** Validate a draft and explain its plan without running it. POST /api/queries/validate/ (queries.execute_savedquery) */
    validate: (body: Wire.ValidateDraftBody, options?: CallOptions) =>
      json<Wire.ValidateQueryReply>('POST', '/api/queries/validate/', { body, ...options }),
    /** Say why an object is in the result of a draft, or is not. POST /api/queries/why/ (queries.execute_savedquery) */
    why: (body: Wire.WhyDraftBody, options?: CallOptions) =>
      json<Wire.WhyReply>('POST', '/api/queries/why/', { body, ...options }),
    pipelineExecutions: {
      /** List pipeline executions, newest first. GET /api/queries/pipeline-executions/ (queries.view_executionlog) */
      list: (query?: Wire.PipelineExecutionListQuery, options?: CallOptions) =>
        json<Wire.QueriesPipelineExecutionsListReply>('GET', '/api/queries/pipeline-executions/', {
          query,
          ...options,
        }),
      /** All of them, page by page. */
      all: (query?: Wire.PipelineExecutionListQuery, options?: CallOptions) =>
        pages<Wire.PipelineExecutionItem>('/api/queries/pipeline-executions/', { query, ...options }),
      /** Read the stages of a run with their input and output. GET /api/queries/pipeline-executions/:id/ (queries.view_executionlog) */
      get: (id: string, options?: CallOptions) =>
        json<Wire.PipelineExecution>('GET', `/api/queries/pipeline-executions/${encodeURIComponent(id)}/`, {
          ...options,
        }),
      /** Cancel a run. POST /api/queries/pipeline-executions/:id/cancel/ (queries.execute_savedquery) */
      cancel: (id: string, options?: CallOptions) =>
        json<Wire.PipelineExecution>('POST', `/api/queries/pipeline-executions/${encodeURIComponent(id)}/cancel/`, {
          ...options,
        }),
    },
    taskSettings: {
      /** Read your settings for runs and scheduled tasks. GET /api/queries/task-settings/ (any signed-in user) */
      get: (options?: CallOptions) =>
        json<Wire.TaskSettingsReply>('GET', '/api/queries/task-settings/', { ...options }),
      /** Change your settings for runs and scheduled tasks. PATCH /api/queries/task-settings/ (any signed-in user) */
      update: (body?: Wire.TaskSettingsPatch, options?: CallOptions) =>
        json<Wire.TaskSettingsReply>('PATCH', '/api/queries/task-settings/', { body, ...options }),
    },
    scheduledTasks: {
      /** List your own and granted scheduled tasks. GET /api/queries/scheduled-tasks/ (queries.view_scheduledtask) */
      list: (query?: Wire.ScheduledTaskListQuery, options?: CallOptions) =>
        json<Wire.QueriesScheduledTasksListReply>('GET', '/api/queries/scheduled-tasks/', { query, ...options }),
      /** All of them, page by page. */
      all: (query?: Wire.ScheduledTaskListQuery, options?: CallOptions) =>
        pages<Wire.ScheduledTask>('/api/queries/scheduled-tasks/', { query, ...options }),
      /** Schedule a saved query. POST /api/queries/scheduled-tasks/ (queries.add_scheduledtask) */
      create: (body: Wire.ScheduledTaskCreate, options?: CallOptions) =>
        json<Wire.ScheduledTask>('POST', '/api/queries/scheduled-tasks/', { body, ...options }),
      /** Read a scheduled task. GET /api/queries/scheduled-tasks/:id/ (queries.view_scheduledtask) */
      get: (id: string, options?: CallOptions) =>
        json<Wire.ScheduledTask>('GET', `/api/queries/scheduled-tasks/${encodeURIComponent(id)}/`, { ...options }),
      /** Replace a scheduled task. PUT /api/queries/scheduled-tasks/:id/ (queries.change_scheduledtask) */
      replace: (id: string, body: Wire.ScheduledTaskCreate, options?: CallOptions) =>
        json<Wire.ScheduledTask>('PUT', `/api/queries/scheduled-tasks/${encodeURIComponent(id)}/`, {
          body,
          ...options,
        }),
      /** Change a scheduled task. PATCH /api/queries/scheduled-tasks/:id/ (queries.change_scheduledtask) */
      update: (id: string, body?: Wire.ScheduledTaskPatch, options?: CallOptions) =>
        json<Wire.ScheduledTask>('PATCH', `/api/queries/scheduled-tasks/${encodeURIComponent(id)}/`, {
          body,
          ...options,
        }),
      /** Delete a scheduled task. DELETE /api/queries/scheduled-tasks/:id/ (queries.delete_scheduledtask) */
      remove: (id: string, options?: CallOptions) =>
        json<null>('DELETE', `/api/queries/scheduled-tasks/${encodeURIComponent(id)}/`, { ...options }),
      /** Enable a scheduled task, or resume it after a pause. POST /api/queries/scheduled-tasks/:id/enable/ (queries.change_scheduledtask) */
      enable: (id: string, options?: CallOptions) =>
        json<Wire.ScheduledTask>('POST', `/api/queries/scheduled-tasks/${encodeURIComponent(id)}/enable/`, {
          ...options,
        }),
      /** Disable a scheduled task. POST /api/queries/scheduled-tasks/:id/disable/ (queries.change_scheduledtask) */
      disable: (id: string, options?: CallOptions) =>
        json<Wire.ScheduledTask>('POST', `/api/queries/scheduled-tasks/${encodeURIComponent(id)}/disable/`, {
          ...options,
        }),
      /** Run a scheduled task now. POST /api/queries/scheduled-tasks/:id/run_now/ (queries.execute_scheduledtask) */
      runNow: (id: string, options?: CallOptions) =>
        json<Wire.RunNowReply>('POST', `/api/queries/scheduled-tasks/${encodeURIComponent(id)}/run_now/`, {
          ...options,
        }),
    },
    /** Count the firings of each hour of the week. GET /api/queries/schedule-density/ (queries.view_scheduledtask) */
    scheduleDensity: (query?: Wire.ScheduleDensityQuery, options?: CallOptions) =>
      json<Wire.ScheduleDensity>('GET', '/api/queries/schedule-density/', { query, ...options }),
    scheduledExecutions: {
      /** List runs of scheduled tasks, newest first. GET /api/queries/scheduled-executions/ (queries.view_scheduledtask) */
      list: (query?: Wire.ScheduledExecutionListQuery, options?: CallOptions) =>
        json<Wire.QueriesScheduledExecutionsListReply>('GET', '/api/queries/scheduled-executions/', {
          query,
          ...options,
        }),
      /** All of them, page by page. */
      all: (query?: Wire.ScheduledExecutionListQuery, options?: CallOptions) =>
        pages<Wire.ScheduledExecution>('/api/queries/scheduled-executions/', { query, ...options }),
      /** Read a run of a scheduled task. GET /api/queries/scheduled-executions/:id/ (queries.view_scheduledtask) */
      get: (id: string, options?: CallOptions) =>
        json<Wire.ScheduledExecution>('GET', `/api/queries/scheduled-executions/${encodeURIComponent(id)}/`, {
          ...options,
        }),
    },
    /** Get the JSON Schema of canvases. GET /api/queries/canvas-schema/ (anyone) */
    canvasSchema: (options?: CallOptions) =>
      json<Wire.QueriesCanvasSchemaReply>('GET', '/api/queries/canvas-schema/', { ...options }),
    /** Get the JSON Schema of files of saved queries. GET /api/queries/file-schema/ (anyone) */
    fileSchema: (options?: CallOptions) =>
      json<Wire.QueriesFileSchemaReply>('GET', '/api/queries/file-schema/', { ...options }),
    /** Export saved queries, their folders and your tasks of them as a file. GET /api/queries/export/ (queries.view_savedquery and queries.view_category) */
    export: (query?: Wire.QueryExportQuery, options?: CallOptions) =>
      file<Wire.QueryFile>('GET', '/api/queries/export/', { query, ...options }),
    /** Import a file of saved queries, folders and tasks. POST /api/queries/import/ (queries.view_savedquery and queries.view_category) */
    import: (body?: Wire.QueryImportBody, query?: Wire.QueryImportQuery, options?: CallOptions) =>
      json<Wire.QueryImportReply>('POST', '/api/queries/import/', { query, body, ...options }),
    repositories: {
      /** List the repositories of folders. GET /api/queries/repositories/ (queries.view_savedquery and queries.view_category) */
      list: (query?: Wire.RepositoryListQuery, options?: CallOptions) =>
        json<Wire.QueriesRepositoriesListReply>('GET', '/api/queries/repositories/', { query, ...options }),
      /** All of them, page by page. */
      all: (query?: Wire.RepositoryListQuery, options?: CallOptions) =>
        pages<Wire.Repository>('/api/queries/repositories/', { query, ...options }),
      /** Read the repository of a folder. GET /api/queries/repositories/:id/ (queries.view_savedquery and queries.view_category) */
      get: (id: string, options?: CallOptions) =>
        json<Wire.Repository>('GET', `/api/queries/repositories/${encodeURIComponent(id)}/`, { ...options }),
      /** Keep a folder in Git. POST /api/queries/repositories/ (queries.change_category) */
      create: (body: Wire.RepositoryCreate, options?: CallOptions) =>
        json<Wire.Repository>('POST', '/api/queries/repositories/', { body, ...options }),
      /** Change how a folder is kept in Git. PATCH /api/queries/repositories/:id/ (queries.change_category) */
      update: (id: string, body?: Wire.RepositoryPatch, options?: CallOptions) =>
        json<Wire.Repository>('PATCH', `/api/queries/repositories/${encodeURIComponent(id)}/`, { body, ...options }),
      /** No longer keep a folder in Git. DELETE /api/queries/repositories/:id/ (queries.change_category) */
      remove: (id: string, options?: CallOptions) =>
        json<null>('DELETE', `/api/queries/repositories/${encodeURIComponent(id)}/`, { ...options }),
      /** Show what waits in a repository. GET /api/queries/repositories/:id/plan/ (queries.view_savedquery and queries.view_category) */
      plan: (id: string, options?: CallOptions) =>
        json<Wire.RepositoryPlan>('GET', `/api/queries/repositories/${encodeURIComponent(id)}/plan/`, { ...options }),
      /** Apply what waits in a repository. POST /api/queries/repositories/:id/apply/ (queries.view_savedquery and queries.view_category) */
      apply: (id: string, body: Wire.RepositoryApplyBody, options?: CallOptions) =>
        json<Wire.RepositoryPlan>('POST', `/api/queries/repositories/${encodeURIComponent(id)}/apply/`, {
          body,
          ...options,
        }),
      /** Say that something was pushed. POST /api/queries/repositories/:id/hook/ (anyone) */
      hook: (id: string, options?: CallOptions) =>
        json<null>('POST', `/api/queries/repositories/${encodeURIComponent(id)}/hook/`, { ...options }),
      /** Save as a branch. POST /api/queries/repositories/:id/branch/ (queries.change_savedquery) */
      branch: (id: string, body: Wire.RepositoryBranchBody, options?: CallOptions) =>
        json<Wire.RepositoryBranchReply>('POST', `/api/queries/repositories/${encodeURIComponent(id)}/branch/`, {
          body,
          ...options,
        }),
      conflicts: {
        /** List what was changed here and in Git. GET /api/queries/repositories/:id/conflicts/ (queries.view_savedquery and queries.view_category) */
        list: (id: string, options?: CallOptions) =>
          json<Wire.QueriesRepositoriesConflictsListReply>(
            'GET',
            `/api/queries/repositories/${encodeURIComponent(id)}/conflicts/`,
            { ...options },
          ),
        /** Decide on a conflict. POST /api/queries/repositories/:id/conflicts/:conflict/ (queries.change_savedquery) */
        create: (id: string, conflict: string, body: Wire.RepositoryDecision, options?: CallOptions) =>
          json<Wire.Repository>(
            'POST',
            `/api/queries/repositories/${encodeURIComponent(id)}/conflicts/${encodeURIComponent(conflict)}/`,
            { body, ...options },
          ),
      },
    },
    checks: {
      /** Check what saved queries expect. POST /api/queries/checks/ (queries.execute_savedquery) */
      create: (body?: Wire.ChecksBody, options?: CallOptions) =>
        json<Wire.ChecksReply>('POST', '/api/queries/checks/', { body, ...options }),
      /** Read a check. GET /api/queries/checks/:id/ (queries.execute_savedquery) */
      get: (id: string, query?: Wire.ChecksQuery, options?: CallOptions) =>
        file<Wire.CheckResults>('GET', `/api/queries/checks/${encodeURIComponent(id)}/`, { query, ...options }),
    },
  },
  packs: {
    /** List installed packs of checks. GET /api/packs/ (packs.view_pack) */
    list: (query?: Wire.PackListQuery, options?: CallOptions) =>
      json<Wire.PacksListReply>('GET', '/api/packs/', { query, ...options }),
    /** All of them, page by page. */
    all: (query?: Wire.PackListQuery, options?: CallOptions) =>
      pages<Wire.PackListItem>('/api/packs/', { query, ...options }),
    /** Install a pack of checks, or another version of it. POST /api/packs/ (packs.change_pack) */
    create: (body: Wire.PackInstallBody, query?: Wire.PackInstallQuery, options?: CallOptions) =>
      json<Wire.PackInstallReply>('POST', '/api/packs/', { query, body, ...options }),
    /** Read an installed pack. GET /api/packs/:name/ (packs.view_pack) */
    get: (name: string, options?: CallOptions) =>
      json<Wire.Pack>('GET', `/api/packs/${encodeURIComponent(name)}/`, { ...options }),
    /** Change a check of a pack. PATCH /api/packs/:name/checks/:id/ (packs.change_pack) */
    checks: (name: string, id: string, body?: Wire.PackCheckPatch, options?: CallOptions) =>
      json<Wire.InstalledCheck>('PATCH', `/api/packs/${encodeURIComponent(name)}/checks/${encodeURIComponent(id)}/`, {
        body,
        ...options,
      }),
    /** Remove a pack. DELETE /api/packs/:name/ (packs.change_pack) */
    remove: (name: string, options?: CallOptions) =>
      json<null>('DELETE', `/api/packs/${encodeURIComponent(name)}/`, { ...options }),
  },
  mim: {
    /** Search classes, properties and packages. GET /api/mim/search/ (any signed-in user) */
    search: (query?: Wire.MimSearchQuery, options?: CallOptions) =>
      json<Wire.MimSearchReply>('GET', '/api/mim/search/', { query, ...options }),
    /** Count the contents of the class model. GET /api/mim/stats/ (any signed-in user) */
    stats: (options?: CallOptions) => json<Wire.MimStats>('GET', '/api/mim/stats/', { ...options }),
    explorer: {
      /** Read one level of the containment tree. GET /api/mim/explorer/tree/ (any signed-in user) */
      tree: (query?: Wire.MimTreeQuery, options?: CallOptions) =>
        json<Wire.MimTree>('GET', '/api/mim/explorer/tree/', { query, ...options }),
      class: {
        /** Describe a class. GET /api/mim/explorer/class/:name/ (any signed-in user) */
        get: (name: string, options?: CallOptions) =>
          json<Wire.MimClassDetail>('GET', `/api/mim/explorer/class/${encodeURIComponent(name)}/`, { ...options }),
        /** List notes on a class. GET /api/mim/explorer/class/:name/insights/ (any signed-in user) */
        insights: (name: string, query?: Wire.MimInsightsQuery, options?: CallOptions) =>
          json<Wire.MimInsights>('GET', `/api/mim/explorer/class/${encodeURIComponent(name)}/insights/`, {
            query,
            ...options,
          }),
      },
      /** Describe several classes. GET /api/mim/explorer/classes/ (any signed-in user) */
      classes: (query: Wire.MimClassesQuery, options?: CallOptions) =>
        json<Wire.MimClassDetails>('GET', '/api/mim/explorer/classes/', { query, ...options }),
      /** List the relationships of a class. GET /api/mim/explorer/relationships/:name/ (any signed-in user) */
      relationships: (name: string, query?: Wire.MimGenericQuery, options?: CallOptions) =>
        json<Wire.MimRelationships>('GET', `/api/mim/explorer/relationships/${encodeURIComponent(name)}/`, {
          query,
          ...options,
        }),
      /** List the paths from the root to a class. GET /api/mim/explorer/ancestors/:name/ (any signed-in user) */
      ancestors: (name: string, options?: CallOptions) =>
        json<Wire.MimAncestors>('GET', `/api/mim/explorer/ancestors/${encodeURIComponent(name)}/`, { ...options }),
      /** List the ways to join two classes. GET /api/mim/explorer/connect/ (any signed-in user) */
      connect: (query: Wire.MimConnectQuery, options?: CallOptions) =>
        json<Wire.MimConnect>('GET', '/api/mim/explorer/connect/', { query, ...options }),
      /** Find classes that can be joined to a class. GET /api/mim/explorer/connectable/ (any signed-in user) */
      connectable: (query: Wire.MimConnectableQuery, options?: CallOptions) =>
        json<Wire.MimConnectable>('GET', '/api/mim/explorer/connectable/', { query, ...options }),
    },
    classes: {
      /** List classes. GET /api/mim/classes/ (any signed-in user) */
      list: (query?: Wire.MimClassListQuery, options?: CallOptions) =>
        json<Wire.MimClassesListReply>('GET', '/api/mim/classes/', { query, ...options }),
      /** All of them, page by page. */
      all: (query?: Wire.MimClassListQuery, options?: CallOptions) =>
        pages<Wire.MimClassItem>('/api/mim/classes/', { query, ...options }),
      search: {
        /** Find classes by part of their name or label. GET /api/mim/classes/search/ (any signed-in user) */
        get: (query?: Wire.MimTextQuery, options?: CallOptions) =>
          json<Wire.MimClassResults>('GET', '/api/mim/classes/search/', { query, ...options }),
        /** Search classes and count matches by package. GET /api/mim/classes/search/enhanced/ (any signed-in user) */
        enhanced: (query?: Wire.MimTextQuery, options?: CallOptions) =>
          json<Wire.MimEnhancedReply>('GET', '/api/mim/classes/search/enhanced/', { query, ...options }),
      },
      /** List context root classes. GET /api/mim/classes/roots/ (any signed-in user) */
      roots: (options?: CallOptions) =>
        json<Wire.MimClassesRootsReply>('GET', '/api/mim/classes/roots/', { ...options }),
      /** Describe a class. GET /api/mim/classes/:name/ (any signed-in user) */
      get: (name: string, options?: CallOptions) =>
        json<Wire.MimClassDetail>('GET', `/api/mim/classes/${encodeURIComponent(name)}/`, { ...options }),
      /** List the classes below a class as a tree. GET /api/mim/classes/:name/hierarchy/ (any signed-in user) */
      hierarchy: (name: string, query?: Wire.MimHierarchyQuery, options?: CallOptions) =>
        json<Wire.MimHierarchy>('GET', `/api/mim/classes/${encodeURIComponent(name)}/hierarchy/`, {
          query,
          ...options,
        }),
      /** List containers, contained, related, super- and subclasses. GET /api/mim/classes/:name/related/ (any signed-in user) */
      related: (name: string, query?: Wire.MimGenericQuery, options?: CallOptions) =>
        json<Wire.MimRelated>('GET', `/api/mim/classes/${encodeURIComponent(name)}/related/`, { query, ...options }),
      children: {
        /** Find contained classes by part of their name or label. GET /api/mim/classes/:name/children/search/ (any signed-in user) */
        search: (name: string, query?: Wire.MimTextQuery, options?: CallOptions) =>
          json<Wire.MimClassResults>('GET', `/api/mim/classes/${encodeURIComponent(name)}/children/search/`, {
            query,
            ...options,
          }),
      },
      /** Suggest classes, properties and filters for a question. GET /api/mim/classes/suggest/ (any signed-in user) */
      suggest: (query?: Wire.MimSuggestQuery, options?: CallOptions) =>
        json<Wire.MimSuggestReply>('GET', '/api/mim/classes/suggest/', { query, ...options }),
    },
    packages: {
      /** List packages. GET /api/mim/packages/ (any signed-in user) */
      get: (options?: CallOptions) => json<Wire.MimPackagesGetReply>('GET', '/api/mim/packages/', { ...options }),
      /** List the packages with the most classes. GET /api/mim/packages/top/ (any signed-in user) */
      top: (query?: Wire.MimTopPackagesQuery, options?: CallOptions) =>
        json<Wire.MimPackagesTopReply>('GET', '/api/mim/packages/top/', { query, ...options }),
    },
    favorites: {
      /** List your favorite classes. GET /api/mim/favorites/ (any signed-in user) */
      list: (query?: Wire.MimFavoritesQuery, options?: CallOptions) =>
        json<Wire.MimFavoritesListReply>('GET', '/api/mim/favorites/', { query, ...options }),
      /** Add a favorite class; 200 with the same id if it already is one. POST /api/mim/favorites/ (any signed-in user) */
      create: (body: Wire.MimFavoriteBody, options?: CallOptions) =>
        json<Wire.MimFavorite>('POST', '/api/mim/favorites/', { body, ...options }),
      /** Remove a class from the favorites. DELETE /api/mim/favorites/:id/ (any signed-in user) */
      remove: (id: number, options?: CallOptions) =>
        json<null>('DELETE', `/api/mim/favorites/${encodeURIComponent(id)}/`, { ...options }),
    },
    tableTemplates: {
      /** List shared table templates and your own. GET /api/mim/table-templates/ (any signed-in user) */
      list: (query?: Wire.TableTemplateListQuery, options?: CallOptions) =>
        json<Wire.MimTableTemplatesListReply>('GET', '/api/mim/table-templates/', { query, ...options }),
      /** All of them, page by page. */
      all: (query?: Wire.TableTemplateListQuery, options?: CallOptions) =>
        pages<Wire.TableTemplate>('/api/mim/table-templates/', { query, ...options }),
      /** Create a table template; only administrators may share it. POST /api/mim/table-templates/ (any signed-in user) */
      create: (body: Wire.TableTemplateCreate, options?: CallOptions) =>
        json<Wire.TableTemplate>('POST', '/api/mim/table-templates/', { body, ...options }),
      /** Read a table template. GET /api/mim/table-templates/:id/ (any signed-in user) */
      get: (id: number, options?: CallOptions) =>
        json<Wire.TableTemplate>('GET', `/api/mim/table-templates/${encodeURIComponent(id)}/`, { ...options }),
      /** Replace a table template. PUT /api/mim/table-templates/:id/ (any signed-in user) */
      replace: (id: number, body: Wire.TableTemplateCreate, options?: CallOptions) =>
        json<Wire.TableTemplate>('PUT', `/api/mim/table-templates/${encodeURIComponent(id)}/`, { body, ...options }),
      /** Change a table template. PATCH /api/mim/table-templates/:id/ (any signed-in user) */
      update: (id: number, body?: Wire.TableTemplatePatch, options?: CallOptions) =>
        json<Wire.TableTemplate>('PATCH', `/api/mim/table-templates/${encodeURIComponent(id)}/`, { body, ...options }),
      /** Delete a table template. DELETE /api/mim/table-templates/:id/ (any signed-in user) */
      remove: (id: number, options?: CallOptions) =>
        json<null>('DELETE', `/api/mim/table-templates/${encodeURIComponent(id)}/`, { ...options }),
    },
    tablePreferences: {
      /** List your table preferences. GET /api/mim/table-preferences/ (any signed-in user) */
      list: (query?: Wire.TablePreferenceListQuery, options?: CallOptions) =>
        json<Wire.MimTablePreferencesListReply>('GET', '/api/mim/table-preferences/', { query, ...options }),
      /** All of them, page by page. */
      all: (query?: Wire.TablePreferenceListQuery, options?: CallOptions) =>
        pages<Wire.TablePreference>('/api/mim/table-preferences/', { query, ...options }),
      /** Set the table preference of a class; 200 if it replaces one. POST /api/mim/table-preferences/ (any signed-in user) */
      create: (body: Wire.TablePreferenceCreate, options?: CallOptions) =>
        json<Wire.TablePreference>('POST', '/api/mim/table-preferences/', { body, ...options }),
      /** Read a table preference. GET /api/mim/table-preferences/:id/ (any signed-in user) */
      get: (id: number, options?: CallOptions) =>
        json<Wire.TablePreference>('GET', `/api/mim/table-preferences/${encodeURIComponent(id)}/`, { ...options }),
      /** Replace a table preference. PUT /api/mim/table-preferences/:id/ (any signed-in user) */
      replace: (id: number, body: Wire.TablePreferenceCreate, options?: CallOptions) =>
        json<Wire.TablePreference>('PUT', `/api/mim/table-preferences/${encodeURIComponent(id)}/`, {
          body,
          ...options,
        }),
      /** Change a table preference. PATCH /api/mim/table-preferences/:id/ (any signed-in user) */
      update: (id: number, body?: Wire.TablePreferencePatch, options?: CallOptions) =>
        json<Wire.TablePreference>('PATCH', `/api/mim/table-preferences/${encodeURIComponent(id)}/`, {
          body,
          ...options,
        }),
      /** Delete a table preference. DELETE /api/mim/table-preferences/:id/ (any signed-in user) */
      remove: (id: number, options?: CallOptions) =>
        json<null>('DELETE', `/api/mim/table-preferences/${encodeURIComponent(id)}/`, { ...options }),
    },
  },
  mimRegistry: {
    /** Read the installed version and the running import. GET /api/mim-registry/status/ (any signed-in user) */
    status: (options?: CallOptions) => json<Wire.MimRegistryStatus>('GET', '/api/mim-registry/status/', { ...options }),
    remote: {
      /** List the versions in the registry. GET /api/mim-registry/remote/versions/ (any signed-in user) */
      versions: (options?: CallOptions) =>
        json<Wire.MimRegistryRemoteVersionsReply>('GET', '/api/mim-registry/remote/versions/', { ...options }),
      /** Import a version from the registry. POST /api/mim-registry/remote/install/ (administrators) */
      install: (body: Wire.RemoteInstall, options?: CallOptions) =>
        json<Wire.InstallReply>('POST', '/api/mim-registry/remote/install/', { body, ...options }),
      runs: {
        /** List imports, newest first. GET /api/mim-registry/remote/runs/ (any signed-in user) */
        list: (query?: Wire.ImportListQuery, options?: CallOptions) =>
          json<Wire.MimRegistryRemoteRunsListReply>('GET', '/api/mim-registry/remote/runs/', { query, ...options }),
        /** All of them, page by page. */
        all: (query?: Wire.ImportListQuery, options?: CallOptions) =>
          pages<Wire.MimImportRun>('/api/mim-registry/remote/runs/', { query, ...options }),
        /** Read an import and its latest failures. GET /api/mim-registry/remote/runs/:id/ (any signed-in user) */
        get: (id: string, options?: CallOptions) =>
          json<Wire.RunDetail>('GET', `/api/mim-registry/remote/runs/${encodeURIComponent(id)}/`, { ...options }),
        /** Cancel an import after its current chunk. POST /api/mim-registry/remote/runs/:id/cancel/ (administrators) */
        cancel: (id: string, options?: CallOptions) =>
          json<Wire.CancelReply>('POST', `/api/mim-registry/remote/runs/${encodeURIComponent(id)}/cancel/`, {
            ...options,
          }),
        /** Resume a cancelled or failed import. POST /api/mim-registry/remote/runs/:id/resume/ (administrators) */
        resume: (id: string, options?: CallOptions) =>
          json<Wire.ResumeReply>('POST', `/api/mim-registry/remote/runs/${encodeURIComponent(id)}/resume/`, {
            ...options,
          }),
      },
    },
    controller: {
      /** Import the class model of a controller. POST /api/mim-registry/controller/install/ (administrators) */
      install: (body: Wire.ControllerInstall, options?: CallOptions) =>
        json<Wire.InstallReply>('POST', '/api/mim-registry/controller/install/', { body, ...options }),
    },
    /** Compare two versions of the class model. GET /api/mim-registry/compare/ (administrators) */
    compare: (query: Wire.CompareModelsQuery, options?: CallOptions) =>
      json<Wire.ModelComparisonReply>('GET', '/api/mim-registry/compare/', { query, ...options }),
  },
  automation: {
    connections: {
      /** List automation connections. GET /api/automation/connections/ (automation.view_connection) */
      list: (query?: Wire.AutomationConnectionListQuery, options?: CallOptions) =>
        json<Wire.AutomationConnectionsListReply>('GET', '/api/automation/connections/', { query, ...options }),
      /** All of them, page by page. */
      all: (query?: Wire.AutomationConnectionListQuery, options?: CallOptions) =>
        pages<Wire.AutomationConnection>('/api/automation/connections/', { query, ...options }),
      /** Create an automation connection. POST /api/automation/connections/ (automation.add_connection) */
      create: (body: Wire.AutomationConnectionCreate, options?: CallOptions) =>
        json<Wire.AutomationConnection>('POST', '/api/automation/connections/', { body, ...options }),
      /** Read an automation connection. GET /api/automation/connections/:id/ (automation.view_connection) */
      get: (id: string, options?: CallOptions) =>
        json<Wire.AutomationConnection>('GET', `/api/automation/connections/${encodeURIComponent(id)}/`, {
          ...options,
        }),
      /** Replace an automation connection; the stored token is kept if none is sent. PUT /api/automation/connections/:id/ (automation.change_connection) */
      replace: (id: string, body: Wire.AutomationConnectionCreate, options?: CallOptions) =>
        json<Wire.AutomationConnection>('PUT', `/api/automation/connections/${encodeURIComponent(id)}/`, {
          body,
          ...options,
        }),
      /** Update an automation connection. PATCH /api/automation/connections/:id/ (automation.change_connection) */
      update: (id: string, body?: Wire.AutomationConnectionPatch, options?: CallOptions) =>
        json<Wire.AutomationConnection>('PATCH', `/api/automation/connections/${encodeURIComponent(id)}/`, {
          body,
          ...options,
        }),
      /** Delete an automation connection, unless templates or open jobs need it. DELETE /api/automation/connections/:id/ (automation.delete_connection) */
      remove: (id: string, options?: CallOptions) =>
        json<null>('DELETE', `/api/automation/connections/${encodeURIComponent(id)}/`, { ...options }),
      /** List the job templates of an automation server. GET /api/automation/connections/:id/job_templates/ (automation.change_template) */
      jobTemplates: (id: string, query?: Wire.AutomationJobTemplateListQuery, options?: CallOptions) =>
        json<Wire.AutomationConnectionsJobTemplatesReply>(
          'GET',
          `/api/automation/connections/${encodeURIComponent(id)}/job_templates/`,
          { query, ...options },
        ),
      /** All of them, page by page. */
      jobTemplatesAll: (id: string, query?: Wire.AutomationJobTemplateListQuery, options?: CallOptions) =>
        pages<Wire.AutomationJobTemplate>(`/api/automation/connections/${encodeURIComponent(id)}/job_templates/`, {
          query,
          ...options,
        }),
      /** Test an automation connection step by step. POST /api/automation/connections/:id/test_connection/ (automation.test_connection) */
      testConnection: (id: string, options?: CallOptions) =>
        json<Wire.AutomationTestReply>(
          'POST',
          `/api/automation/connections/${encodeURIComponent(id)}/test_connection/`,
          { ...options },
        ),
      /** Make an automation connection the default. POST /api/automation/connections/:id/set_default/ (automation.change_connection) */
      setDefault: (id: string, options?: CallOptions) =>
        json<Wire.AutomationConnection>('POST', `/api/automation/connections/${encodeURIComponent(id)}/set_default/`, {
          ...options,
        }),
    },
    templates: {
      /** List the templates that you may launch. GET /api/automation/templates/ (automation.view_template) */
      list: (query?: Wire.AutomationTemplateListQuery, options?: CallOptions) =>
        json<Wire.AutomationTemplatesListReply>('GET', '/api/automation/templates/', { query, ...options }),
      /** All of them, page by page. */
      all: (query?: Wire.AutomationTemplateListQuery, options?: CallOptions) =>
        pages<Wire.AutomationTemplate>('/api/automation/templates/', { query, ...options }),
      /** Create a template. POST /api/automation/templates/ (automation.add_template) */
      create: (body: Wire.AutomationTemplateCreate, options?: CallOptions) =>
        json<Wire.AutomationTemplate>('POST', '/api/automation/templates/', { body, ...options }),
      /** Read a template. GET /api/automation/templates/:id/ (automation.view_template) */
      get: (id: string, options?: CallOptions) =>
        json<Wire.AutomationTemplate>('GET', `/api/automation/templates/${encodeURIComponent(id)}/`, { ...options }),
      /** Replace a template. PUT /api/automation/templates/:id/ (automation.change_template) */
      replace: (id: string, body: Wire.AutomationTemplateCreate, options?: CallOptions) =>
        json<Wire.AutomationTemplate>('PUT', `/api/automation/templates/${encodeURIComponent(id)}/`, {
          body,
          ...options,
        }),
      /** Update a template; requests keep it as it was when they were launched. PATCH /api/automation/templates/:id/ (automation.change_template) */
      update: (id: string, body?: Wire.AutomationTemplatePatch, options?: CallOptions) =>
        json<Wire.AutomationTemplate>('PATCH', `/api/automation/templates/${encodeURIComponent(id)}/`, {
          body,
          ...options,
        }),
      /** Delete a template without unfinished requests. DELETE /api/automation/templates/:id/ (automation.delete_template) */
      remove: (id: string, options?: CallOptions) =>
        json<null>('DELETE', `/api/automation/templates/${encodeURIComponent(id)}/`, { ...options }),
      /** Launch rows from a template. POST /api/automation/templates/:id/launch/ (automation.launch_template) */
      launch: <D extends boolean = false>(
        id: string,
        body?: Wire.LaunchBody,
        query?: Wire.LaunchQuery & { readonly dry_run?: D },
        options?: CallOptions,
      ) =>
        json<ReplyOf<D, Wire.LaunchDryRunReply, Wire.AutomationRequest>>(
          'POST',
          `/api/automation/templates/${encodeURIComponent(id)}/launch/`,
          { query, body, ...options },
        ),
    },
    categories: {
      /** List categories of templates. GET /api/automation/categories/ (automation.view_category) */
      list: (query?: Wire.AutomationCategoryListQuery, options?: CallOptions) =>
        json<Wire.AutomationCategoriesListReply>('GET', '/api/automation/categories/', { query, ...options }),
      /** All of them, page by page. */
      all: (query?: Wire.AutomationCategoryListQuery, options?: CallOptions) =>
        pages<Wire.AutomationCategory>('/api/automation/categories/', { query, ...options }),
      /** Create a category of templates. POST /api/automation/categories/ (automation.add_category) */
      create: (body: Wire.AutomationCategoryWrite, options?: CallOptions) =>
        json<Wire.AutomationCategory>('POST', '/api/automation/categories/', { body, ...options }),
      /** Read a category of templates. GET /api/automation/categories/:id/ (automation.view_category) */
      get: (id: number, options?: CallOptions) =>
        json<Wire.AutomationCategory>('GET', `/api/automation/categories/${encodeURIComponent(id)}/`, { ...options }),
      /** Replace a category of templates. PUT /api/automation/categories/:id/ (automation.change_category) */
      replace: (id: number, body: Wire.AutomationCategoryWrite, options?: CallOptions) =>
        json<Wire.AutomationCategory>('PUT', `/api/automation/categories/${encodeURIComponent(id)}/`, {
          body,
          ...options,
        }),
      /** Update a category of templates. PATCH /api/automation/categories/:id/ (automation.change_category) */
      update: (id: number, body?: Wire.AutomationCategoryPatch, options?: CallOptions) =>
        json<Wire.AutomationCategory>('PATCH', `/api/automation/categories/${encodeURIComponent(id)}/`, {
          body,
          ...options,
        }),
      /** Delete a category without templates; with ?force=true its children move up. DELETE /api/automation/categories/:id/ (automation.delete_category) */
      remove: (id: number, query?: Wire.CategoryDeleteQuery, options?: CallOptions) =>
        json<null>('DELETE', `/api/automation/categories/${encodeURIComponent(id)}/`, { query, ...options }),
    },
    columnTemplates: {
      /** List column templates. GET /api/automation/column-templates/ (automation.view_columntemplate) */
      list: (query?: Wire.ReferenceListQuery, options?: CallOptions) =>
        json<Wire.AutomationColumnTemplatesListReply>('GET', '/api/automation/column-templates/', {
          query,
          ...options,
        }),
      /** All of them, page by page. */
      all: (query?: Wire.ReferenceListQuery, options?: CallOptions) =>
        pages<Wire.ColumnTemplate>('/api/automation/column-templates/', { query, ...options }),
      /** Create a column template. POST /api/automation/column-templates/ (automation.add_columntemplate) */
      create: (body: Wire.ColumnTemplateWrite, options?: CallOptions) =>
        json<Wire.ColumnTemplate>('POST', '/api/automation/column-templates/', { body, ...options }),
      /** Read a column template. GET /api/automation/column-templates/:id/ (automation.view_columntemplate) */
      get: (id: string, options?: CallOptions) =>
        json<Wire.ColumnTemplate>('GET', `/api/automation/column-templates/${encodeURIComponent(id)}/`, { ...options }),
      /** Replace a column template. PUT /api/automation/column-templates/:id/ (automation.change_columntemplate) */
      replace: (id: string, body: Wire.ColumnTemplateWrite, options?: CallOptions) =>
        json<Wire.ColumnTemplate>('PUT', `/api/automation/column-templates/${encodeURIComponent(id)}/`, {
          body,
          ...options,
        }),
      /** Update a column template. PATCH /api/automation/column-templates/:id/ (automation.change_columntemplate) */
      update: (id: string, body?: Wire.ColumnTemplatePatch, options?: CallOptions) =>
        json<Wire.ColumnTemplate>('PATCH', `/api/automation/column-templates/${encodeURIComponent(id)}/`, {
          body,
          ...options,
        }),
      /** Delete a column template that nothing uses. DELETE /api/automation/column-templates/:id/ (automation.delete_columntemplate) */
      remove: (id: string, options?: CallOptions) =>
        json<null>('DELETE', `/api/automation/column-templates/${encodeURIComponent(id)}/`, { ...options }),
    },
    validationLists: {
      /** List validation lists. GET /api/automation/validation-lists/ (automation.view_validationlist) */
      list: (query?: Wire.ReferenceListQuery, options?: CallOptions) =>
        json<Wire.AutomationValidationListsListReply>('GET', '/api/automation/validation-lists/', {
          query,
          ...options,
        }),
      /** All of them, page by page. */
      all: (query?: Wire.ReferenceListQuery, options?: CallOptions) =>
        pages<Wire.ValidationList>('/api/automation/validation-lists/', { query, ...options }),
      /** Create a validation list. POST /api/automation/validation-lists/ (automation.add_validationlist) */
      create: (body: Wire.ValidationListWrite, options?: CallOptions) =>
        json<Wire.ValidationList>('POST', '/api/automation/validation-lists/', { body, ...options }),
      /** Read a validation list. GET /api/automation/validation-lists/:id/ (automation.view_validationlist) */
      get: (id: string, options?: CallOptions) =>
        json<Wire.ValidationList>('GET', `/api/automation/validation-lists/${encodeURIComponent(id)}/`, { ...options }),
      /** Replace a validation list. PUT /api/automation/validation-lists/:id/ (automation.change_validationlist) */
      replace: (id: string, body: Wire.ValidationListWrite, options?: CallOptions) =>
        json<Wire.ValidationList>('PUT', `/api/automation/validation-lists/${encodeURIComponent(id)}/`, {
          body,
          ...options,
        }),
      /** Update a validation list. PATCH /api/automation/validation-lists/:id/ (automation.change_validationlist) */
      update: (id: string, body?: Wire.ValidationListPatch, options?: CallOptions) =>
        json<Wire.ValidationList>('PATCH', `/api/automation/validation-lists/${encodeURIComponent(id)}/`, {
          body,
          ...options,
        }),
      /** Delete a validation list that nothing uses. DELETE /api/automation/validation-lists/:id/ (automation.delete_validationlist) */
      remove: (id: string, options?: CallOptions) =>
        json<null>('DELETE', `/api/automation/validation-lists/${encodeURIComponent(id)}/`, { ...options }),
      /** Read the values of a bound validation list again. POST /api/automation/validation-lists/:id/refresh/ (automation.change_validationlist) */
      refresh: (id: string, options?: CallOptions) =>
        json<Wire.ValidationList>('POST', `/api/automation/validation-lists/${encodeURIComponent(id)}/refresh/`, {
          ...options,
        }),
    },
    regexPatterns: {
      /** List regex patterns. GET /api/automation/regex-patterns/ (automation.view_regexpattern) */
      list: (query?: Wire.ReferenceListQuery, options?: CallOptions) =>
        json<Wire.AutomationRegexPatternsListReply>('GET', '/api/automation/regex-patterns/', { query, ...options }),
      /** All of them, page by page. */
      all: (query?: Wire.ReferenceListQuery, options?: CallOptions) =>
        pages<Wire.RegexPattern>('/api/automation/regex-patterns/', { query, ...options }),
      /** Create a regex pattern. POST /api/automation/regex-patterns/ (automation.add_regexpattern) */
      create: (body: Wire.RegexPatternWrite, options?: CallOptions) =>
        json<Wire.RegexPattern>('POST', '/api/automation/regex-patterns/', { body, ...options }),
      /** Read a regex pattern. GET /api/automation/regex-patterns/:id/ (automation.view_regexpattern) */
      get: (id: string, options?: CallOptions) =>
        json<Wire.RegexPattern>('GET', `/api/automation/regex-patterns/${encodeURIComponent(id)}/`, { ...options }),
      /** Replace a regex pattern. PUT /api/automation/regex-patterns/:id/ (automation.change_regexpattern) */
      replace: (id: string, body: Wire.RegexPatternWrite, options?: CallOptions) =>
        json<Wire.RegexPattern>('PUT', `/api/automation/regex-patterns/${encodeURIComponent(id)}/`, {
          body,
          ...options,
        }),
      /** Update a regex pattern. PATCH /api/automation/regex-patterns/:id/ (automation.change_regexpattern) */
      update: (id: string, body?: Wire.RegexPatternPatch, options?: CallOptions) =>
        json<Wire.RegexPattern>('PATCH', `/api/automation/regex-patterns/${encodeURIComponent(id)}/`, {
          body,
          ...options,
        }),
      /** Delete a regex pattern that nothing uses. DELETE /api/automation/regex-patterns/:id/ (automation.delete_regexpattern) */
      remove: (id: string, options?: CallOptions) =>
        json<null>('DELETE', `/api/automation/regex-patterns/${encodeURIComponent(id)}/`, { ...options }),
    },
    requests: {
      /** List requests. GET /api/automation/requests/ (automation.view_request) */
      list: (query?: Wire.AutomationRequestListQuery, options?: CallOptions) =>
        json<Wire.AutomationRequestsListReply>('GET', '/api/automation/requests/', { query, ...options }),
      /** All of them, page by page. */
      all: (query?: Wire.AutomationRequestListQuery, options?: CallOptions) =>
        pages<Wire.AutomationRequest>('/api/automation/requests/', { query, ...options }),
      /** Read a request. GET /api/automation/requests/:id/ (automation.view_request) */
      get: (id: string, options?: CallOptions) =>
        json<Wire.AutomationRequestDetail>('GET', `/api/automation/requests/${encodeURIComponent(id)}/`, {
          ...options,
        }),
      /** List the rows of a request. GET /api/automation/requests/:id/rows/ (automation.view_request) */
      rows: (id: string, query?: Wire.RequestRowListQuery, options?: CallOptions) =>
        json<Wire.AutomationRequestsRowsReply>('GET', `/api/automation/requests/${encodeURIComponent(id)}/rows/`, {
          query,
          ...options,
        }),
      /** All of them, page by page. */
      rowsAll: (id: string, query?: Wire.RequestRowListQuery, options?: CallOptions) =>
        pages<Wire.LaunchedRow>(`/api/automation/requests/${encodeURIComponent(id)}/rows/`, { query, ...options }),
      /** Cancel a request. POST /api/automation/requests/:id/cancel/ (automation.cancel_request) */
      cancel: (id: string, options?: CallOptions) =>
        json<Wire.AutomationRequestDetail>('POST', `/api/automation/requests/${encodeURIComponent(id)}/cancel/`, {
          ...options,
        }),
      /** Launch the rows of a request again that did not succeed, or all. POST /api/automation/requests/:id/relaunch/ (automation.launch_template) */
      relaunch: (id: string, body?: Wire.RelaunchBody, options?: CallOptions) =>
        json<Wire.AutomationRequest>('POST', `/api/automation/requests/${encodeURIComponent(id)}/relaunch/`, {
          body,
          ...options,
        }),
      /** Approve a request that waits for approval, and launch it. POST /api/automation/requests/:id/approve/ (automation.approve_request) */
      approve: (id: string, body?: Wire.DecisionBody, options?: CallOptions) =>
        json<Wire.AutomationRequestDetail>('POST', `/api/automation/requests/${encodeURIComponent(id)}/approve/`, {
          body,
          ...options,
        }),
      /** Decline a request that waits for approval. POST /api/automation/requests/:id/decline/ (automation.approve_request) */
      decline: (id: string, body?: Wire.DecisionBody, options?: CallOptions) =>
        json<Wire.AutomationRequestDetail>('POST', `/api/automation/requests/${encodeURIComponent(id)}/decline/`, {
          body,
          ...options,
        }),
      /** Check whether the source of a request holds what the request was for. POST /api/automation/requests/:id/verify/ (automation.view_request and queries.execute_savedquery) */
      verify: (id: string, body: Wire.VerifyBody, options?: CallOptions) =>
        json<Wire.AutomationRequestDetail>('POST', `/api/automation/requests/${encodeURIComponent(id)}/verify/`, {
          body,
          ...options,
        }),
      /** Prove what a request changed. GET /api/automation/requests/:id/proof/ (automation.view_request) */
      proof: (id: string, query?: Wire.ProofQuery, options?: CallOptions) =>
        file<Wire.RequestProof>('GET', `/api/automation/requests/${encodeURIComponent(id)}/proof/`, {
          query,
          ...options,
        }),
    },
    executions: {
      /** List executions. GET /api/automation/executions/ (automation.view_execution) */
      list: (query?: Wire.AutomationExecutionListQuery, options?: CallOptions) =>
        json<Wire.AutomationExecutionsListReply>('GET', '/api/automation/executions/', { query, ...options }),
      /** All of them, page by page. */
      all: (query?: Wire.AutomationExecutionListQuery, options?: CallOptions) =>
        pages<Wire.AutomationExecution>('/api/automation/executions/', { query, ...options }),
      /** Read an execution. GET /api/automation/executions/:id/ (automation.view_execution) */
      get: (id: string, options?: CallOptions) =>
        json<Wire.AutomationExecution>('GET', `/api/automation/executions/${encodeURIComponent(id)}/`, { ...options }),
      /** Look for the job of a launch whose answer was lost. POST /api/automation/executions/:id/reconcile/ (automation.launch_template and automation.view_execution) */
      reconcile: (id: string, options?: CallOptions) =>
        json<Wire.AutomationExecution>('POST', `/api/automation/executions/${encodeURIComponent(id)}/reconcile/`, {
          ...options,
        }),
      /** Read a job's output. GET /api/automation/executions/:id/stdout/ (automation.view_execution) */
      stdout: (id: string, query?: Wire.StdoutQuery, options?: CallOptions) =>
        json<Wire.StdoutReply>('GET', `/api/automation/executions/${encodeURIComponent(id)}/stdout/`, {
          query,
          ...options,
        }),
      /** All of them, page by page. */
      stdoutAll: (id: string, query?: Wire.StdoutQuery, options?: CallOptions) =>
        pages<Wire.StdoutReply['results'][number]>(`/api/automation/executions/${encodeURIComponent(id)}/stdout/`, {
          query,
          ...options,
        }),
    },
    webhooks: {
      /** Whether webhooks reach this service. GET /api/automation/webhooks/health/ (anyone) */
      health: (options?: CallOptions) =>
        json<Wire.WebhookHealth>('GET', '/api/automation/webhooks/health/', { ...options }),
      /** Send a synthetic event through the pipeline. POST /api/automation/webhooks/test/ (administrators) */
      test: (body?: Wire.AutomationWebhooksTestBody, options?: CallOptions) =>
        json<Wire.WebhookReply>('POST', '/api/automation/webhooks/test/', { body, ...options }),
    },
  },
  metrics: {
    /** Read the metrics of queries. GET /api/metrics/queries/ (queries.view_metric) */
    queries: (options?: CallOptions) => file('GET', '/api/metrics/queries/', { ...options }),
  },
  ai: {
    /** List the AI providers, and what each of them requires. GET /api/ai/providers/ (any signed-in user) */
    providers: (options?: CallOptions) => json<Wire.AiProvidersReply>('GET', '/api/ai/providers/', { ...options }),
    provider: {
      /** Get your own AI provider. GET /api/ai/provider/ (any signed-in user) */
      get: (options?: CallOptions) => json<Wire.AiProviderGetReply>('GET', '/api/ai/provider/', { ...options }),
      /** Choose an AI provider of your own. PUT /api/ai/provider/ (any signed-in user) */
      replace: (body: Wire.AiProviderWrite, options?: CallOptions) =>
        json<Wire.AiProviderConfig>('PUT', '/api/ai/provider/', { body, ...options }),
      /** Go back to the AI provider of the platform. DELETE /api/ai/provider/ (any signed-in user) */
      remove: (options?: CallOptions) => json<null>('DELETE', '/api/ai/provider/', { ...options }),
      /** List the models of an AI provider. GET /api/ai/provider/models/ (any signed-in user) */
      models: (query: Wire.AiModelsQuery, options?: CallOptions) =>
        json<Wire.AiModels>('GET', '/api/ai/provider/models/', { query, ...options }),
      /** Test an AI provider. POST /api/ai/provider/test/ (any signed-in user) */
      test: (body?: Wire.AiTestBody, options?: CallOptions) =>
        json<Wire.AiTestReply>('POST', '/api/ai/provider/test/', { body, ...options }),
    },
    /** Get your own use of AI. GET /api/ai/usage/ (any signed-in user) */
    usage: (options?: CallOptions) => json<Wire.AiUsageReply>('GET', '/api/ai/usage/', { ...options }),
    settings: {
      /** Get the AI settings of the platform. GET /api/ai/settings/ (any signed-in user) */
      get: (options?: CallOptions) => json<Wire.AiSettings>('GET', '/api/ai/settings/', { ...options }),
      /** Change the AI settings of the platform. PATCH /api/ai/settings/ (administrators) */
      update: (body?: Wire.AiSettingsPatch, options?: CallOptions) =>
        json<Wire.AiSettings>('PATCH', '/api/ai/settings/', { body, ...options }),
    },
    /** Propose a query that answers a question. POST /api/ai/generate-query/ (any signed-in user) */
    generateQuery: <D extends boolean = false>(
      body: Wire.GenerateQueryBody,
      query?: Wire.DryRunQuery & { readonly dry_run?: D },
      options?: CallOptions,
    ) =>
      json<ReplyOf<D, Wire.PromptDryRunReply, Wire.GenerateQueryReply>>('POST', '/api/ai/generate-query/', {
        query,
        body,
        ...options,
      }),
    /** Explain a query in words. POST /api/ai/explain-query/ (any signed-in user) */
    explainQuery: <D extends boolean = false>(
      body?: Wire.ExplainQueryBody,
      query?: Wire.DryRunQuery & { readonly dry_run?: D },
      options?: CallOptions,
    ) =>
      json<ReplyOf<D, Wire.PromptDryRunReply, Wire.ExplainReply>>('POST', '/api/ai/explain-query/', {
        query,
        body,
        ...options,
      }),
    /** Explain the differences between two snapshots in words. POST /api/ai/explain-changes/ (history.view_snapshot) */
    explainChanges: <D extends boolean = false>(
      body: Wire.ExplainChangesBody,
      query?: Wire.DryRunQuery & { readonly dry_run?: D },
      options?: CallOptions,
    ) =>
      json<ReplyOf<D, Wire.PromptDryRunReply, Wire.ExplainReply>>('POST', '/api/ai/explain-changes/', {
        query,
        body,
        ...options,
      }),
  },
  history: {
    /** Capture a snapshot of a new or earlier run. POST /api/history/capture/ (history.capture_snapshot) */
    capture: (body?: Wire.CaptureBody, options?: CallOptions) =>
      json<Wire.Snapshot>('POST', '/api/history/capture/', { body, ...options }),
    /** List saved queries with snapshots. GET /api/history/queries/ (history.view_snapshot) */
    queries: (options?: CallOptions) => json<Wire.HistoryQueries>('GET', '/api/history/queries/', { ...options }),
    snapshots: {
      /** List the snapshots of a saved query, newest first. GET /api/history/snapshots/ (history.view_snapshot) */
      list: (query: Wire.SnapshotListQuery, options?: CallOptions) =>
        json<Wire.HistorySnapshotsListReply>('GET', '/api/history/snapshots/', { query, ...options }),
      /** All of them, page by page. */
      all: (query: Wire.SnapshotListQuery, options?: CallOptions) =>
        pages<Wire.SnapshotItem>('/api/history/snapshots/', { query, ...options }),
      /** Read a snapshot with its rows. GET /api/history/snapshots/:id/ (history.view_snapshot) */
      get: (id: string, query?: Wire.SnapshotDetailQuery, options?: CallOptions) =>
        json<Wire.SnapshotDetail>('GET', `/api/history/snapshots/${encodeURIComponent(id)}/`, { query, ...options }),
      /** Export all rows of a snapshot as a file. GET /api/history/snapshots/:id/results/ (history.view_snapshot) */
      results: (id: string, query?: Wire.ResultsQuery, options?: CallOptions) =>
        file('GET', `/api/history/snapshots/${encodeURIComponent(id)}/results/`, { query, ...options }),
      /** Delete a snapshot. DELETE /api/history/snapshots/:id/ (history.delete_snapshot) */
      remove: (id: string, options?: CallOptions) =>
        json<null>('DELETE', `/api/history/snapshots/${encodeURIComponent(id)}/`, { ...options }),
      /** Set or remove the annotation of a snapshot. POST /api/history/snapshots/:id/annotate/ (history.change_snapshot) */
      annotate: (id: string, body: Wire.AnnotateBody, options?: CallOptions) =>
        json<Wire.Snapshot>('POST', `/api/history/snapshots/${encodeURIComponent(id)}/annotate/`, { body, ...options }),
      /** Pin or unpin a snapshot. POST /api/history/snapshots/:id/pin/ (history.change_snapshot) */
      pin: (id: string, body?: Wire.PinBody, options?: CallOptions) =>
        json<Wire.Snapshot>('POST', `/api/history/snapshots/${encodeURIComponent(id)}/pin/`, { body, ...options }),
      /** List the groups that the rows of a snapshot are in. GET /api/history/snapshots/:id/groups/ (history.view_snapshot) */
      groups: (id: string, query: Wire.SnapshotGroupsQuery, options?: CallOptions) =>
        json<Wire.SnapshotGroups>('GET', `/api/history/snapshots/${encodeURIComponent(id)}/groups/`, {
          query,
          ...options,
        }),
      /** Say why an object is in a snapshot, or is not. GET /api/history/snapshots/:id/why/ (history.view_snapshot) */
      why: (id: string, query: Wire.WhyThenQuery, options?: CallOptions) =>
        json<Wire.WhyThen>('GET', `/api/history/snapshots/${encodeURIComponent(id)}/why/`, { query, ...options }),
    },
    settings: {
      /** Read your snapshot settings. GET /api/history/settings/ (any signed-in user) */
      get: (options?: CallOptions) => json<Wire.SnapshotSettings>('GET', '/api/history/settings/', { ...options }),
      /** Change your snapshot settings. PATCH /api/history/settings/ (any signed-in user) */
      update: (body?: Wire.SnapshotSettingsPatch, options?: CallOptions) =>
        json<Wire.SnapshotSettings>('PATCH', '/api/history/settings/', { body, ...options }),
    },
    cleanup: {
      /** Preview what a clean-up would delete now. GET /api/history/cleanup/preview/ (history.view_snapshot) */
      preview: (options?: CallOptions) => json<Wire.Cleanup>('GET', '/api/history/cleanup/preview/', { ...options }),
      /** Delete expired snapshots. POST /api/history/cleanup/execute/ (history.delete_snapshot) */
      execute: (options?: CallOptions) => json<Wire.Cleanup>('POST', '/api/history/cleanup/execute/', { ...options }),
    },
    compare: {
      /** Compare two snapshots, or a snapshot with the live result. POST /api/history/compare/ (history.view_snapshot) */
      create: (body: Wire.CompareBody, options?: CallOptions) =>
        json<Wire.CompareReply>('POST', '/api/history/compare/', { body, ...options }),
      /** Compare two snapshots by a link. GET /api/history/compare/ (history.view_snapshot) */
      get: (query: Wire.CompareQuery, options?: CallOptions) =>
        json<Wire.CompareReply>('GET', '/api/history/compare/', { query, ...options }),
      /** Export all differences between two snapshots. GET /api/history/compare/export/ (history.view_snapshot) */
      export: (query: Wire.CompareExportQuery, options?: CallOptions) =>
        file('GET', '/api/history/compare/export/', { query, ...options }),
    },
    /** Show one object across the snapshots of a query. GET /api/history/timeline/ (history.view_snapshot) */
    timeline: (query: Wire.TimelineQuery, options?: CallOptions) =>
      json<Wire.TimelineReply>('GET', '/api/history/timeline/', { query, ...options }),
    /** Count captures and changes of a query by day. GET /api/history/heatmap/ (history.view_snapshot) */
    heatmap: (query: Wire.HeatmapQuery, options?: CallOptions) =>
      json<Wire.Heatmap>('GET', '/api/history/heatmap/', { query, ...options }),
    savedQueries: {
      /** Find DNs in the newest snapshot by any part. GET /api/history/saved-queries/:id/dns/ (history.view_snapshot) */
      dns: (id: string, query?: Wire.DnsQuery, options?: CallOptions) =>
        json<Wire.Dns>('GET', `/api/history/saved-queries/${encodeURIComponent(id)}/dns/`, { query, ...options }),
    },
    changes: {
      /** List the changes of an attribute of an object. GET /api/history/changes/ (history.view_snapshot) */
      list: (query: Wire.ChangesQuery, options?: CallOptions) =>
        json<Wire.AttributeChanges>('GET', '/api/history/changes/', { query, ...options }),
      /** Open a change window. POST /api/history/changes/ (history.capture_snapshot) */
      create: (body: Wire.ChangeBody, options?: CallOptions) =>
        json<Wire.ChangeDetail>('POST', '/api/history/changes/', { body, ...options }),
      /** Read a change window with its queries. GET /api/history/changes/:id/ (history.view_snapshot) */
      get: (id: string, options?: CallOptions) =>
        json<Wire.ChangeDetail>('GET', `/api/history/changes/${encodeURIComponent(id)}/`, { ...options }),
      /** Close a change window. POST /api/history/changes/:id/close/ (history.capture_snapshot) */
      close: (id: string, options?: CallOptions) =>
        json<Wire.ChangeDetail>('POST', `/api/history/changes/${encodeURIComponent(id)}/close/`, { ...options }),
      /** Read what a change did. GET /api/history/changes/:id/report/ (history.view_snapshot) */
      report: (id: string, query?: Wire.ChangeReportQuery, options?: CallOptions) =>
        file<Wire.ChangeReport>('GET', `/api/history/changes/${encodeURIComponent(id)}/report/`, { query, ...options }),
      /** Delete a change window. DELETE /api/history/changes/:id/ (history.delete_snapshot) */
      remove: (id: string, options?: CallOptions) =>
        json<null>('DELETE', `/api/history/changes/${encodeURIComponent(id)}/`, { ...options }),
    },
    /** Judge the captures of a query by what it expects now. GET /api/history/checks/ (history.view_snapshot) */
    checks: (query: Wire.CheckPastQuery, options?: CallOptions) =>
      json<Wire.CheckPast>('GET', '/api/history/checks/', { query, ...options }),
    /** Read the rows of a query at an instant. GET /api/history/at/ (history.view_snapshot) */
    at: (query: Wire.AtQuery, options?: CallOptions) => json<Wire.At>('GET', '/api/history/at/', { query, ...options }),
    reviews: {
      /** List the reviewed rows of a comparison. GET /api/history/reviews/ (history.view_snapshot) */
      get: (query: Wire.ReviewsQuery, options?: CallOptions) =>
        json<Wire.Reviews>('GET', '/api/history/reviews/', { query, ...options }),
      /** Mark rows of a comparison as reviewed. POST /api/history/reviews/ (history.change_snapshot) */
      create: (body: Wire.ReviewBody, options?: CallOptions) =>
        json<Wire.Reviews>('POST', '/api/history/reviews/', { body, ...options }),
    },
    /** List change windows. GET /api/history/change-windows/ (history.view_snapshot) */
    changeWindows: (query?: Wire.ChangeListQuery, options?: CallOptions) =>
      json<Wire.HistoryChangeWindowsReply>('GET', '/api/history/change-windows/', { query, ...options }),
    /** All of them, page by page. */
    changeWindowsAll: (query?: Wire.ChangeListQuery, options?: CallOptions) =>
      pages<Wire.Change>('/api/history/change-windows/', { query, ...options }),
  },
  notifications: {
    notifications: {
      /** List your notifications, newest first. GET /api/notifications/notifications/ (any signed-in user) */
      list: (query?: Wire.NotificationListQuery, options?: CallOptions) =>
        json<Wire.NotificationsNotificationsListReply>('GET', '/api/notifications/notifications/', {
          query,
          ...options,
        }),
      /** All of them, page by page. */
      all: (query?: Wire.NotificationListQuery, options?: CallOptions) =>
        pages<Wire.Notification>('/api/notifications/notifications/', { query, ...options }),
      /** Count your unread notifications. GET /api/notifications/notifications/unread_count/ (any signed-in user) */
      unreadCount: (options?: CallOptions) =>
        json<Wire.UnreadCountReply>('GET', '/api/notifications/notifications/unread_count/', { ...options }),
      /** Mark all your notifications as read. POST /api/notifications/notifications/mark_all_read/ (any signed-in user) */
      markAllRead: (options?: CallOptions) =>
        json<Wire.MarkAllReadReply>('POST', '/api/notifications/notifications/mark_all_read/', { ...options }),
      /** Mark a notification as read. POST /api/notifications/notifications/:id/mark_read/ (any signed-in user) */
      markRead: (id: string, options?: CallOptions) =>
        json<Wire.Notification>('POST', `/api/notifications/notifications/${encodeURIComponent(id)}/mark_read/`, {
          ...options,
        }),
      /** Delete a notification. DELETE /api/notifications/notifications/:id/ (any signed-in user) */
      remove: (id: string, options?: CallOptions) =>
        json<null>('DELETE', `/api/notifications/notifications/${encodeURIComponent(id)}/`, { ...options }),
    },
    preferences: {
      /** Read your notification preferences. GET /api/notifications/preferences/ (any signed-in user) */
      get: (options?: CallOptions) =>
        json<Wire.NotificationPreferences>('GET', '/api/notifications/preferences/', { ...options }),
      /** Change your notification preferences. PATCH /api/notifications/preferences/ (any signed-in user) */
      update: (body?: Wire.NotificationPreferencesPatch, options?: CallOptions) =>
        json<Wire.NotificationPreferences>('PATCH', '/api/notifications/preferences/', { body, ...options }),
    },
    channels: {
      /** List channels. GET /api/notifications/channels/ (notifications.add_channel) */
      list: (query?: Wire.ChannelListQuery, options?: CallOptions) =>
        json<Wire.NotificationsChannelsListReply>('GET', '/api/notifications/channels/', { query, ...options }),
      /** All of them, page by page. */
      all: (query?: Wire.ChannelListQuery, options?: CallOptions) =>
        pages<Wire.Channel>('/api/notifications/channels/', { query, ...options }),
      /** Create a channel. POST /api/notifications/channels/ (notifications.add_channel) */
      create: (body: Wire.ChannelCreate, options?: CallOptions) =>
        json<Wire.ChannelWithSecret>('POST', '/api/notifications/channels/', { body, ...options }),
      /** Read a channel. GET /api/notifications/channels/:id/ (notifications.add_channel) */
      get: (id: string, options?: CallOptions) =>
        json<Wire.Channel>('GET', `/api/notifications/channels/${encodeURIComponent(id)}/`, { ...options }),
      /** Change a channel. PATCH /api/notifications/channels/:id/ (notifications.add_channel) */
      update: (id: string, body?: Wire.ChannelPatch, options?: CallOptions) =>
        json<Wire.Channel>('PATCH', `/api/notifications/channels/${encodeURIComponent(id)}/`, { body, ...options }),
      /** Delete a channel. DELETE /api/notifications/channels/:id/ (notifications.add_channel) */
      remove: (id: string, options?: CallOptions) =>
        json<null>('DELETE', `/api/notifications/channels/${encodeURIComponent(id)}/`, { ...options }),
      /** Test a channel. POST /api/notifications/channels/:id/test/ (notifications.add_channel) */
      test: (id: string, options?: CallOptions) =>
        json<Wire.ChannelTestReply>('POST', `/api/notifications/channels/${encodeURIComponent(id)}/test/`, {
          ...options,
        }),
      /** Rotate the secret of a webhook. POST /api/notifications/channels/:id/rotate/ (notifications.add_channel) */
      rotate: (id: string, options?: CallOptions) =>
        json<Wire.RotateReply>('POST', `/api/notifications/channels/${encodeURIComponent(id)}/rotate/`, { ...options }),
      mute: {
        /** Mute a channel. POST /api/notifications/channels/:id/mute/ (notifications.add_channel) */
        create: (id: string, body: Wire.MuteBody, options?: CallOptions) =>
          json<Wire.Channel>('POST', `/api/notifications/channels/${encodeURIComponent(id)}/mute/`, {
            body,
            ...options,
          }),
        /** End a mute. DELETE /api/notifications/channels/:id/mute/ (notifications.add_channel) */
        remove: (id: string, query?: Wire.UnmuteQuery, options?: CallOptions) =>
          json<null>('DELETE', `/api/notifications/channels/${encodeURIComponent(id)}/mute/`, { query, ...options }),
      },
      deliveries: {
        /** List the deliveries of a channel. GET /api/notifications/channels/:id/deliveries/ (notifications.add_channel) */
        list: (id: string, query?: Wire.DeliveryListQuery, options?: CallOptions) =>
          json<Wire.NotificationsChannelsDeliveriesListReply>(
            'GET',
            `/api/notifications/channels/${encodeURIComponent(id)}/deliveries/`,
            { query, ...options },
          ),
        /** All of them, page by page. */
        all: (id: string, query?: Wire.DeliveryListQuery, options?: CallOptions) =>
          pages<Wire.Delivery>(`/api/notifications/channels/${encodeURIComponent(id)}/deliveries/`, {
            query,
            ...options,
          }),
        /** Read a delivery. GET /api/notifications/channels/deliveries/:id/exchange/ (notifications.add_channel) */
        exchange: (id: string, options?: CallOptions) =>
          json<Wire.DeliveryDetails>(
            'GET',
            `/api/notifications/channels/deliveries/${encodeURIComponent(id)}/exchange/`,
            { ...options },
          ),
        /** Send a delivery again. POST /api/notifications/channels/deliveries/:id/replay/ (notifications.add_channel) */
        replay: (id: string, options?: CallOptions) =>
          json<Wire.Delivery>('POST', `/api/notifications/channels/deliveries/${encodeURIComponent(id)}/replay/`, {
            ...options,
          }),
      },
    },
  },
  dashboard: {
    /** Get your counters. GET /api/dashboard/stats/ (any signed-in user) */
    stats: (options?: CallOptions) => json<Wire.DashboardStats>('GET', '/api/dashboard/stats/', { ...options }),
    /** Get versions, uptime and the health of the services. GET /api/dashboard/platform-info/ (any signed-in user) */
    platformInfo: (options?: CallOptions) =>
      json<Wire.PlatformInfo>('GET', '/api/dashboard/platform-info/', { ...options }),
    /** Get threads, queues, budgets of controllers, database and last backup. GET /api/dashboard/capacity/ (administrators) */
    capacity: (options?: CallOptions) => json<Wire.Capacity>('GET', '/api/dashboard/capacity/', { ...options }),
    /** List what happened since you were last here. GET /api/dashboard/changes/ (any signed-in user) */
    changes: (query?: Wire.DashboardChangesQuery, options?: CallOptions) =>
      json<Wire.DashboardChanges>('GET', '/api/dashboard/changes/', { query, ...options }),
  },
  /** OpenAPI 3.0 description. GET /api/schema/ (any signed-in user) */
  schema: (query?: Wire.SchemaQuery, options?: CallOptions) =>
    file<Wire.SchemaReply>('GET', '/api/schema/', { query, ...options }),
  /** AsyncAPI 3.0 description of the WebSocket channels. GET /api/channels-schema/ (any signed-in user) */
  channelsSchema: (query?: Wire.ChannelsSchemaQuery, options?: CallOptions) =>
    file<Wire.ChannelsSchemaReply>('GET', '/api/channels-schema/', { query, ...options }),
})

export interface Operations extends ReturnType<typeof createOperations> {}
