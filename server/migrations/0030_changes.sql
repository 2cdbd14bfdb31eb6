CREATE TABLE "change_queries" (
	"change_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"saved_query_id" uuid NOT NULL,
	"name" text NOT NULL,
	"folder" text NOT NULL,
	"pack_name" text,
	"pack_check" text,
	"pack_group" text,
	"severity" text DEFAULT 'medium' NOT NULL,
	"before" jsonb,
	"after" jsonb,
	"compared" text,
	"checked" text,
	CONSTRAINT "change_queries_change_id_position_pk" PRIMARY KEY("change_id","position")
);
--> statement-breakpoint
CREATE TABLE "change_windows" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"note" text NOT NULL,
	"status" text NOT NULL,
	"reason" text,
	"controller_connection_id" uuid NOT NULL,
	"controller_connection_name" text NOT NULL,
	"category" integer,
	"pack" text,
	"total" integer NOT NULL,
	"opened_by_id" integer,
	"opened_by" text NOT NULL,
	"opened_at" timestamp (3) with time zone NOT NULL,
	"closed_by_id" integer,
	"closed_by" text,
	"closed_at" timestamp (3) with time zone,
	"check_before_id" uuid,
	"check_after_id" uuid,
	"requests" uuid[],
	"sha256" text
);
--> statement-breakpoint
ALTER TABLE "change_queries" ADD CONSTRAINT "change_queries_change_id_change_windows_id_fk" FOREIGN KEY ("change_id") REFERENCES "public"."change_windows"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "change_windows" ADD CONSTRAINT "change_windows_opened_by_id_users_id_fk" FOREIGN KEY ("opened_by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "change_windows" ADD CONSTRAINT "change_windows_closed_by_id_users_id_fk" FOREIGN KEY ("closed_by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "change_windows_opened_idx" ON "change_windows" USING btree ("opened_at","id");--> statement-breakpoint
CREATE INDEX "change_windows_before_idx" ON "change_windows" USING btree ("check_before_id");--> statement-breakpoint
CREATE INDEX "change_windows_after_idx" ON "change_windows" USING btree ("check_after_id");--> statement-breakpoint
CREATE INDEX "change_windows_opener_idx" ON "change_windows" USING btree ("opened_by_id");--> statement-breakpoint
CREATE INDEX "change_windows_closer_idx" ON "change_windows" USING btree ("closed_by_id");