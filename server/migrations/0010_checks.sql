CREATE TABLE "check_results" (
	"check_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"saved_query_id" uuid NOT NULL,
	"name" text NOT NULL,
	"folder" text NOT NULL,
	"started_at" timestamp (3) with time zone,
	"execution_id" uuid,
	"status" text,
	"reason" text,
	"duration_ms" integer,
	CONSTRAINT "check_results_check_id_position_pk" PRIMARY KEY("check_id","position")
);
--> statement-breakpoint
CREATE TABLE "checks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" integer,
	"username" text NOT NULL,
	"controller_connection_id" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "check_results" ADD CONSTRAINT "check_results_execution_id_executions_id_fk" FOREIGN KEY ("execution_id") REFERENCES "public"."executions"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "check_results" ADD CONSTRAINT "check_results_check_id_checks_id_fk" FOREIGN KEY ("check_id") REFERENCES "public"."checks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checks" ADD CONSTRAINT "checks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "check_results_execution_idx" ON "check_results" USING btree ("execution_id");--> statement-breakpoint
CREATE INDEX "checks_user_idx" ON "checks" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "checks_ownerless_idx" ON "checks" USING btree ("created_at") WHERE "checks"."user_id" is null;--> statement-breakpoint
CREATE INDEX "executions_expectation_idx" ON "executions" USING btree (("expectation" ->> 'status'),"executed_at","id");--> statement-breakpoint
CREATE INDEX "scheduled_executions_expectation_idx" ON "scheduled_executions" USING btree ("task_id",("expectation" ->> 'status'),"started_at","id");--> statement-breakpoint
CREATE INDEX "scheduled_executions_judged_idx" ON "scheduled_executions" USING btree ("task_id","controller_connection_id","started_at","id") WHERE "scheduled_executions"."expectation" is not null;