// What the engine uses and Node 20 lacks. Node 22 has all of it but does not mind.
import 'core-js/es/map/group-by.js'
import 'core-js/es/object/group-by.js'
import 'core-js/es/promise/with-resolvers.js'
import 'core-js/es/set/index.js'
import 'core-js/es/iterator/index.js'
