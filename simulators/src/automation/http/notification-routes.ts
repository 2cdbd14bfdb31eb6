import { namedFields } from '../documents/list-fields.ts'
import type { JobEvent } from '../model/task-manager.ts'
import type { NotificationTemplate, SentNotification } from '../notifications/notification-template.ts'
import type { Call } from './call.ts'
import { problems } from './http-problem.ts'
import { emptyReply, jsonReply, type Reply } from './reply.ts'
import { type Route, route } from './route.ts'
import { templateOf } from './template-routes.ts'

export const NOTIFICATION_ROUTES: readonly Route[] = [
  route('GET', 'notification_templates/', listTemplates),
  route('POST', 'notification_templates/', create),
  route('GET', 'notification_templates/:id/', (call) =>
    jsonReply(200, documentOf(call, notificationTemplateOf(call, call.id))),
  ),
  route('POST', 'notification_templates/:id/test/', test),
  route('GET', 'notifications/', listNotifications),
  route('GET', 'job_templates/:id/notification_templates_:word/', listAttached),
  route('POST', 'job_templates/:id/notification_templates_:word/', attach),
]

function listTemplates(call: Call): Reply {
  const templates = [...call.server.notifier.templates.values()]
  return call.list(templates, namedFields('NotificationTemplate'), (template) => documentOf(call, template))
}

function create(call: Call): Reply {
  const { name, notification_type, notification_configuration, messages } = call.body()
  const { url, http_method, headers, username, password } = objectOf(notification_configuration)
  if (notification_type !== 'webhook')
    throw problems.badRequest({ notification_type: ['Only webhook is simulated here.'] })
  if (typeof url !== 'string' || url === '')
    throw problems.badRequest({
      notification_configuration: ['Missing required fields for Notification Configuration: url.'],
    })
  const template = call.server.notifier.add({
    ...(typeof name === 'string' && { name }),
    url,
    method: http_method === 'PUT' ? 'PUT' : 'POST',
    headers: Object.fromEntries(Object.entries(objectOf(headers)).map(([key, value]) => [key, String(value)])),
    username: typeof username === 'string' ? username : '',
    password: typeof password === 'string' ? password : '',
    bodies: bodiesOf(messages),
    events: [],
  })
  return jsonReply(201, documentOf(call, template))
}

function test(call: Call): Reply {
  const notification = call.server.notifier.test(notificationTemplateOf(call, call.id))
  return jsonReply(202, { notification: notification.id, ...notificationDocument(call, notification) })
}

function listNotifications(call: Call): Reply {
  const named = call.server.notifier.sent.map((notification) => ({ ...notification, name: notification.event }))
  return call.list(named, namedFields('Notification'), (notification) => notificationDocument(call, notification))
}

function listAttached(call: Call): Reply {
  const attached = call.server.notifier.attachedTo(templateOf(call), eventOf(call))
  return call.list(attached, namedFields('NotificationTemplate'), (template) => documentOf(call, template))
}

function attach(call: Call): Reply {
  const [template, event, body] = [templateOf(call), eventOf(call), call.body()]
  const { id } = notificationTemplateOf(call, Number(body['id']))
  if (body['disassociate'] === true) call.server.notifier.detach(template, event, id)
  else call.server.notifier.attach(template, event, id)
  return emptyReply(204)
}

function notificationTemplateOf({ server }: Call, id: number): NotificationTemplate {
  const template = server.notifier.templates.get(id)
  if (!template) throw problems.notFound()
  return template
}

function eventOf({ word }: Call): JobEvent {
  if (word !== 'started' && word !== 'success' && word !== 'error') throw problems.notFound()
  return word
}

/** The headers are no secret here: anyone who may see the template reads them. */
function documentOf({ documents }: Call, template: NotificationTemplate): object {
  const { id, name, url, method, headers, username, bodies } = template
  return {
    id,
    type: 'notification_template',
    url: documents.link(`notification_templates/${id}/`),
    name,
    description: '',
    organization: 1,
    notification_type: 'webhook',
    notification_configuration: {
      url,
      http_method: method,
      headers,
      username,
      password: '$encrypted$',
      disable_ssl_verification: false,
    },
    messages: Object.fromEntries(Object.entries(bodies).map(([event, body]) => [event, { body }])),
  }
}

function notificationDocument({ documents }: Call, { id, templateId, status, error, body }: SentNotification): object {
  return {
    id,
    type: 'notification',
    url: documents.link(`notifications/${id}/`),
    notification_template: templateId,
    error,
    status: status === 'lost' ? 'pending' : status,
    notifications_sent: status === 'successful' ? 1 : 0,
    notification_type: 'webhook',
    recipients: '',
    subject: '',
    body,
  }
}

function bodiesOf(messages: unknown): Partial<Record<JobEvent, string>> {
  const entries = Object.entries(objectOf(messages)).map(
    ([event, message]) => [event, objectOf(message)['body']] as const,
  )
  return Object.fromEntries(entries.filter(([, body]) => typeof body === 'string'))
}

function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}
