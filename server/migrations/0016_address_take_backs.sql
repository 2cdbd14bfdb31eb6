-- Quick on a table of any size: a new table, and a column with a constant default. Processes of the version before may go on.
CREATE TABLE "address_take_backs" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"email" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "former_email_verified" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "address_take_backs" ADD CONSTRAINT "address_take_backs_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "address_take_backs_user_idx" ON "address_take_backs" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "address_take_backs_email_idx" ON "address_take_backs" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "address_take_backs_expires_idx" ON "address_take_backs" USING btree ("expires_at");
