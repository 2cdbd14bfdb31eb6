CREATE TABLE "idempotency_keys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"key_hash" text NOT NULL,
	"request_hash" text NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"status" integer,
	"headers" jsonb,
	"answer_sealed" text
);
--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "idempotency_keys_key" ON "idempotency_keys" USING btree ("user_id","key_hash");--> statement-breakpoint
CREATE INDEX "idempotency_keys_started_idx" ON "idempotency_keys" USING btree ("started_at");