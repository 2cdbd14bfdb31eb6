import * as is from '../value-types.ts'
import { optional, optionalSecret, setting } from './variable.ts'

const SENDER = /^([^\s@<>]+@[^\s@<>]+|[^<>\p{Cc}]+ <[^\s@<>]+@[^\s@<>]+>)$/u

export const mimVariables = {
  MIM_REGISTRY_URL: setting(
    is.webUrl,
    'https://pubhub.devnetcloud.com/media',
    'Registry from which MIM versions are imported.',
  ),
  MIM_IMPORT_CONCURRENCY: setting(is.integer(1, 10), '5', 'Concurrent requests to the registry during an import.'),
  MIM_REGISTRY_VERSIONS: optional(is.path, 'the built-in list', 'JSON file that lists the versions in the registry.'),
}

export const automationVariables = {
  AUTOMATION_WEBHOOK_SECRET: optionalSecret(
    is.password,
    'webhooks get 403',
    'Secret with which the automation server signs its webhooks.',
  ),
  AUTOMATION_POLL_SECONDS: setting(
    is.integer(1, 3600),
    '5',
    'Seconds between polls of a running job, in addition to webhooks.',
  ),
  AUTOMATION_JOB_TIMEOUT_HOURS: setting(
    is.integer(1, 8760),
    '24',
    'Hours after its launch at which an execution ends as an error if its job has not ended.',
  ),
}

export const aiVariables = {
  AI_TIMEOUT_SECONDS: setting(
    is.integer(1, 600),
    '60',
    'Longest time that a question to an AI provider may take, all rounds together.',
  ),
}

export const directoryVariables = {
  LDAP_ENABLED: setting(
    is.boolean,
    'false',
    'Lets users of a directory sign in; needs `LDAP_URL` and `LDAP_USER_BASE`.',
  ),
  LDAP_URL: optional(is.serviceUrl('ldap:', 'ldaps:'), 'none', 'The directory server.'),
  LDAP_BIND_DN: optional(is.text('a DN'), 'anonymous search', 'Account used to search for users and groups.'),
  LDAP_BIND_PASSWORD: optionalSecret(is.password, 'none', 'Password of `LDAP_BIND_DN`.'),
  LDAP_USER_BASE: optional(is.text('a DN'), 'none', 'Base DN of the search for users.'),
  LDAP_USER_FILTER: setting(
    is.matchingText(/^\(.*\{username\}.*\)$/, 'a filter in parentheses that contains `{username}`'),
    '(uid={username})',
    'Filter that finds a user by the name entered.',
  ),
  LDAP_GROUP_BASE: optional(
    is.text('a DN'),
    'groups are not searched for',
    'Base DN of the search for the groups of a user.',
  ),
  LDAP_GROUP_MAP: optional(is.groupMap, 'none', 'Maps directory groups to groups here.'),
  LDAP_STARTTLS: setting(is.boolean, 'false', 'Encrypts an `ldap://` connection before anything else is sent.'),
  LDAP_CA_FILE: optional(
    is.path,
    "the system's authorities",
    'PEM file of the authorities trusted to sign the certificate of the directory.',
  ),
}

export const mailVariables = {
  SMTP_URL: optionalSecret(is.secretUrl('smtp:', 'smtps:'), 'mails are written to the log', 'Mail server.'),
  MAIL_FROM: setting(
    is.matchingText(SENDER, 'an address such as `heddle@example.org` or `Heddle <heddle@example.org>`'),
    'heddle@localhost',
    'Sender of mails.',
  ),
}

export const siemVariables = {
  SIEM_SYSLOG_URL: optional(
    is.tlsHost(6514),
    'off',
    'Collector to which audit entries, sign-ins and findings are sent as syslog over TLS.',
  ),
  SIEM_SYSLOG_BYTES: setting(
    is.integer(2_048, 1_048_576),
    '8192',
    'Longest syslog message that the collector takes; longer records are cut and say so.',
  ),
  SIEM_OTLP_URL: optional(
    is.webUrl,
    'off',
    'Collector to which the same is sent as logs of OpenTelemetry, as JSON over HTTP; `/v1/logs` is appended.',
  ),
  SIEM_OTLP_HEADERS: optionalSecret(
    is.headerPairs,
    'none',
    'Headers of these requests, such as the authorization; values are percent-encoded.',
  ),
  SIEM_CA: optional(
    is.path,
    "the system's authorities",
    'PEM file of the authorities trusted to sign the certificates of the collectors.',
  ),
  SIEM_CLIENT_CERT: optional(is.path, 'none', 'PEM file of the certificate that is shown to the collectors.'),
  SIEM_CLIENT_KEY: optional(is.path, 'none', 'PEM file of the key of `SIEM_CLIENT_CERT`.'),
  SIEM_FROM: setting(
    is.oneOf('now', 'beginning'),
    'now',
    'Where a collector that is new begins: with what happens from now on, or with the oldest record that is kept.',
  ),
}
