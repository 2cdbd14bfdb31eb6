CREATE TABLE "execution_findings" (
	"execution_id" uuid NOT NULL,
	"index" integer NOT NULL,
	"count" integer NOT NULL,
	"items" text NOT NULL,
	"truncated" boolean NOT NULL,
	CONSTRAINT "execution_findings_execution_id_index_pk" PRIMARY KEY("execution_id","index")
);
--> statement-breakpoint
CREATE TABLE "waivers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"saved_query_id" uuid NOT NULL,
	"resource" text NOT NULL,
	"controller_connection_id" uuid,
	"until" timestamp (3) with time zone NOT NULL,
	"reason" text NOT NULL,
	"created_by" integer,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expired_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "check_results" ADD COLUMN "findings" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "checks" ADD COLUMN "parameters" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "executions" ADD COLUMN "check_id" uuid;--> statement-breakpoint
ALTER TABLE "saved_queries" ADD COLUMN "when" text;--> statement-breakpoint
ALTER TABLE "saved_queries" ADD COLUMN "resource" text DEFAULT 'dn' NOT NULL;--> statement-breakpoint
ALTER TABLE "saved_queries" ADD COLUMN "reason" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "execution_findings" ADD CONSTRAINT "execution_findings_execution_id_executions_id_fk" FOREIGN KEY ("execution_id") REFERENCES "public"."executions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waivers" ADD CONSTRAINT "waivers_saved_query_id_saved_queries_id_fk" FOREIGN KEY ("saved_query_id") REFERENCES "public"."saved_queries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waivers" ADD CONSTRAINT "waivers_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "waivers_query_idx" ON "waivers" USING btree ("saved_query_id","until");--> statement-breakpoint
CREATE INDEX "waivers_until_idx" ON "waivers" USING btree ("until","id");--> statement-breakpoint
CREATE INDEX "waivers_created_idx" ON "waivers" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "waivers_creator_idx" ON "waivers" USING btree ("created_by");--> statement-breakpoint
-- What ran before says how many findings it had by the rows that it shows.
UPDATE "executions" SET "expectation" = jsonb_set("expectation", '{findings}', to_jsonb(jsonb_array_length("expectation" -> 'failing_rows')))
WHERE jsonb_typeof("expectation") = 'object' AND NOT "expectation" ? 'findings';--> statement-breakpoint
UPDATE "scheduled_executions" SET "expectation" = jsonb_set("expectation", '{findings}', to_jsonb(jsonb_array_length("expectation" -> 'failing_rows')))
WHERE jsonb_typeof("expectation") = 'object' AND NOT "expectation" ? 'findings';
