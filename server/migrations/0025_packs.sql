CREATE TABLE "pack_checks" (
	"pack_name" text NOT NULL,
	"check_id" text NOT NULL,
	"saved_query_id" uuid NOT NULL,
	"content" jsonb NOT NULL,
	"enabled" boolean,
	"severity" text,
	"parameters" jsonb,
	CONSTRAINT "pack_checks_pack_name_check_id_pk" PRIMARY KEY("pack_name","check_id")
);
--> statement-breakpoint
CREATE TABLE "packs" (
	"name" text PRIMARY KEY NOT NULL,
	"version" text NOT NULL,
	"title" text NOT NULL,
	"description" text NOT NULL,
	"hash" text NOT NULL,
	"parameters" jsonb NOT NULL,
	"groups" jsonb NOT NULL,
	"needs" jsonb NOT NULL,
	"category_id" integer,
	"installed_by" integer,
	"installed_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "saved_queries" ALTER COLUMN "controller_connection_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "check_results" ADD COLUMN "pack_check" text;--> statement-breakpoint
ALTER TABLE "check_results" ADD COLUMN "pack_group" text;--> statement-breakpoint
ALTER TABLE "query_categories" ADD COLUMN "is_of_packs" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "saved_queries" ADD COLUMN "pack" jsonb;--> statement-breakpoint
ALTER TABLE "pack_checks" ADD CONSTRAINT "pack_checks_saved_query_id_saved_queries_id_fk" FOREIGN KEY ("saved_query_id") REFERENCES "public"."saved_queries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pack_checks" ADD CONSTRAINT "pack_checks_pack_name_packs_name_fk" FOREIGN KEY ("pack_name") REFERENCES "public"."packs"("name") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "packs" ADD CONSTRAINT "packs_category_id_query_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."query_categories"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "packs" ADD CONSTRAINT "packs_installed_by_users_id_fk" FOREIGN KEY ("installed_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "pack_checks_query_idx" ON "pack_checks" USING btree ("saved_query_id");--> statement-breakpoint
CREATE INDEX "packs_category_idx" ON "packs" USING btree ("category_id");--> statement-breakpoint
CREATE INDEX "packs_installer_idx" ON "packs" USING btree ("installed_by");--> statement-breakpoint
CREATE UNIQUE INDEX "saved_queries_pack_idx" ON "saved_queries" USING btree (("pack" ->> 'name'),("pack" ->> 'check'));