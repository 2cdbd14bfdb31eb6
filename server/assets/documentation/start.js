'use strict'

/*
 * Loads the API description and shows it in the viewer of this page. The token is kept in a variable only: storage of
 * the browser could be read by any script that ever runs on this origin.
 */
const REFUSED = {
  token: 'This token is not valid, or it has expired. Log in again, or use an API token.',
  ticket: 'This link was already used, or is older than a minute. Enter a token, or get a new link.',
}
const form = document.getElementById('sign-in')
const field = document.getElementById('token')
const error = document.getElementById('error')
const viewer = document.getElementById('viewer')
const button = form.querySelector('button')

form.addEventListener('submit', async (event) => {
  event.preventDefault()
  button.disabled = true
  await openWithToken(field.value.trim())
  button.disabled = false
})
start()

async function start() {
  const ticket = takeTicket()
  const needsNoToken = 'signedOut' in document.body.dataset
  if (ticket === null && !needsNoToken) return askForToken('')
  const url = needsNoToken ? '/api/schema/' : '/api/schema/?ticket=' + encodeURIComponent(ticket)
  const { description, problem } = await load(url, {}, 'ticket')
  if (description) show(description)
  else askForToken(problem)
}

/** The ticket of the link, which neither stays in the address nor goes into the history. */
function takeTicket() {
  const { searchParams } = new URL(location.href)
  const ticket = searchParams.get('ticket')
  if (ticket !== null) history.replaceState(null, '', location.pathname + location.hash)
  return ticket
}

async function openWithToken(token) {
  const { description, problem } = await load('/api/schema/', { authorization: 'Bearer ' + token }, 'token')
  field.value = ''
  if (description) show(description, token)
  else askForToken(problem)
}

async function load(url, headers, credential) {
  try {
    const reply = await fetch(url, { headers })
    if (reply.ok) return { description: await reply.json() }
    if (reply.status === 401) return { problem: REFUSED[credential] }
    if (reply.status === 429) return { problem: 'Too many requests. Try again in ' + reply.headers.get('retry-after') + ' seconds.' }
    return { problem: 'The server answered ' + reply.status + '. Its log knows more: ' + reply.headers.get('x-request-id') }
  } catch {
    return { problem: 'The server cannot be reached, or this token has characters that no token has. Check both and try again.' }
  }
}

function askForToken(problem) {
  form.hidden = false
  error.textContent = problem
  if (problem) field.setAttribute('aria-invalid', 'true')
  else field.removeAttribute('aria-invalid')
  field.focus()
}

function show(description, token) {
  form.remove()
  viewer.textContent = 'Drawing the page. This takes a few seconds.'
  if (window.Redoc) return window.Redoc.init(description, {}, viewer)
  const swagger = window.SwaggerUIBundle({
    spec: description,
    domNode: viewer,
    validatorUrl: null,
    filter: true,
    deepLinking: true,
    docExpansion: 'none',
    tagsSorter: 'alpha',
    onComplete: () => token && swagger.preauthorizeApiKey('bearer', token),
  })
}
