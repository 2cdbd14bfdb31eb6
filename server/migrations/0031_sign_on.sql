CREATE TABLE "sign_on_identities" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"provider" text NOT NULL,
	"issuer" text NOT NULL,
	"subject" text NOT NULL,
	"email" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "sign_on_sessions" (
	"session_id" uuid PRIMARY KEY NOT NULL,
	"identity_id" uuid NOT NULL,
	"provider_session" text
);
--> statement-breakpoint
CREATE TABLE "sign_on_spent" (
	"hash" text PRIMARY KEY NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "sign_on_identities" ADD CONSTRAINT "sign_on_identities_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_on_sessions" ADD CONSTRAINT "sign_on_sessions_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_on_sessions" ADD CONSTRAINT "sign_on_sessions_identity_id_sign_on_identities_id_fk" FOREIGN KEY ("identity_id") REFERENCES "public"."sign_on_identities"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "sign_on_identities_subject_key" ON "sign_on_identities" USING btree ("issuer","subject");--> statement-breakpoint
CREATE INDEX "sign_on_identities_user_idx" ON "sign_on_identities" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sign_on_sessions_identity_idx" ON "sign_on_sessions" USING btree ("identity_id");--> statement-breakpoint
CREATE INDEX "sign_on_spent_expires_idx" ON "sign_on_spent" USING btree ("expires_at");